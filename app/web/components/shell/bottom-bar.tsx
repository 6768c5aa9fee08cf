import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { NavigationCount } from './navigation-count.tsx'
import { navigationItems, type NavigationTab, type ShellViewer } from './navigation.ts'

/** The main links at the bottom of a phone, below 768 px. */
export function BottomBar({ viewer, active }: { viewer: ShellViewer | null; active?: NavigationTab }) {
  return (
    <nav className="bottom-bar" aria-label="Main">
      {navigationItems(viewer).map((item) => (
        <a
          key={item.tab}
          href={item.href}
          className={joinClasses(item.tab === active && 'navigation-active')}
          aria-current={item.tab === active ? 'page' : undefined}
        >
          <Icon name={item.icon} />
          {item.label}
          <NavigationCount unread={item.unread} />
        </a>
      ))}
    </nav>
  )
}
