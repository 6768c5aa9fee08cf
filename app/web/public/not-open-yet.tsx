import type { IconName } from '#app/ui/icons/names.ts'
import { Notice } from '#app/web/components/notices.tsx'
import { orNotFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/not-open-yet'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  screen: { hydrate: false },
} satisfies RouteHandle

type Absent = { icon: IconName; title: string; description: string }

const ABSENT: Record<string, Absent> = {
  call: {
    icon: 'phone',
    title: 'Calls are not open yet',
    description: 'You pay nothing for them until they are. Chat and custom requests work today.',
  },
  book: {
    icon: 'calendar-days',
    title: 'Bookings are not open yet',
    description: 'You pay nothing for them until they are. Chat and custom requests work today.',
  },
}

/** Pages in the navigation that are not built yet: they say so and link back. */
export function loader({ request }: Route.LoaderArgs) {
  const word = new URL(request.url).pathname.split('/')[1] ?? ''
  const absent = orNotFound(ABSENT[word])
  return absent
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.title ?? 'Not open yet'} · Peach` }, { name: 'robots', content: 'noindex' }]
}

export default function NotOpenYet({ loaderData }: Route.ComponentProps) {
  const { description, ...absent } = loaderData
  return (
    <Notice {...absent} ways={[{ href: '/', label: 'Back to Peaches', variant: 'outline' }]}>
      {description}
    </Notice>
  )
}
