import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { IconName } from '#app/ui/icons/names.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/not-open-yet'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  screen: { hydrate: false },
} satisfies RouteHandle

type Absent = { icon: IconName; title: string; description: string }

const ABSENT: Record<string, Absent> = {
  chat: {
    icon: 'message-circle',
    title: 'Chat is not open yet',
    description: 'Chat opens in the next weeks. You pay nothing until then.',
  },
  call: {
    icon: 'phone',
    title: 'Calls are not open yet',
    description: 'Video calls open in the next weeks. You pay nothing until then.',
  },
  book: {
    icon: 'calendar-days',
    title: 'Bookings are not open yet',
    description: 'Bookings open in the next weeks. You pay nothing until then.',
  },
}

/** Pages in the navigation that are not built yet: they say so and link back. */
export function loader({ request }: Route.LoaderArgs) {
  const word = new URL(request.url).pathname.split('/')[1] ?? ''
  const absent = ABSENT[word]
  if (!absent) throw new Response('Not found', { status: 404 })
  return absent
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.title ?? 'Not open yet'} · Peach` }, { name: 'robots', content: 'noindex' }]
}

export default function NotOpenYet({ loaderData }: Route.ComponentProps) {
  return (
    <div className="container">
      <EmptyState
        icon={loaderData.icon}
        title={loaderData.title}
        heading="h1"
        action={<LinkButton href="/">Back to Peaches</LinkButton>}
      >
        {loaderData.description}
      </EmptyState>
    </div>
  )
}
