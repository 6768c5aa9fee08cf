import { to } from '#app/links.ts'
import type { IconName } from '#app/ui/icons/names.ts'

/** The signed-in person as the frame shows them; null for a visitor. */
export type ShellViewer = {
  displayName: string
  username: string | null
  avatarUrl: string | null
  userType: string
  /** Conversations with something unread. */
  unreadChats?: number
}

export type NavigationTab = 'feed' | 'chat' | 'calls' | 'profile'

type NavigationItem = { tab: NavigationTab; label: string; icon: IconName; href: string; unread?: number }

/** The four links of the bottom bar and the desktop header, for this person. */
export function navigationItems(viewer: ShellViewer | null): NavigationItem[] {
  return [
    { tab: 'feed', label: 'Feed', icon: 'layout-grid', href: '/' },
    {
      tab: 'chat',
      label: 'Chat',
      icon: 'message-circle',
      href: viewer ? to.chat() : to.subscribe,
      unread: viewer?.unreadChats,
    },
    { tab: 'calls', label: 'Calls', icon: 'phone', href: viewer ? to.call() : to.subscribe },
    { tab: 'profile', label: 'Profile', icon: 'user-round', href: viewer ? to.profile : to.signIn },
  ]
}
