import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { RenderedOnce } from '#app/web/components/rendered-once.tsx'
import { NavigationCount } from './navigation-count.tsx'
import { navigationItems, type NavigationTab, type ShellViewer } from './navigation.ts'

type MainNavigationProps = {
  viewer: ShellViewer | null
  active?: NavigationTab
  /** At the bottom of a phone, or from 768 px on in the header. */
  place: 'bottom-bar' | 'desktop-navigation'
}

/** The main links. */
export function MainNavigation({ viewer, active, place }: MainNavigationProps) {
  const items = navigationItems(viewer)
  return (
    <RenderedOnce as="nav" className={place} label="Main" facts={[active, JSON.stringify(items)]}>
      {() =>
        items.map((item) => (
          <a
            key={item.tab}
            href={item.href}
            className={joinClasses(item.tab === active && 'navigation-active')}
            aria-current={item.tab === active ? 'page' : undefined}
          >
            <Icon name={item.icon} size={place === 'bottom-bar' ? 24 : 20} />
            {item.label}
            <NavigationCount unread={item.unread} />
          </a>
        ))
      }
    </RenderedOnce>
  )
}
