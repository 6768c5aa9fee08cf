import { to } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Glyph } from '#app/ui/card.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/answered'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  beforeAgreements: true,
  title: 'Release',
  screen: { shell: 'focused', hydrate: false },
} satisfies RouteHandle

/** After an answer: whose it was is not shown. */
export function loader({ url }: Route.LoaderArgs) {
  return { declined: url.searchParams.get('answer') === 'declined' }
}

export default function ReleaseAnswered({ loaderData: { declined } }: Route.ComponentProps) {
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <Glyph icon={declined ? 'circle-x' : 'circle-check'} large />
      <div className="stack stack-4">
        <h1 className="text-h1">{declined ? 'You did not agree' : 'Thank you, it is signed'}</h1>
        <p className="text-secondary">
          {declined
            ? 'The post is not published. Its creator is told that you did not agree.'
            : 'The creator is told. The link is used up, and nobody else can open it.'}
        </p>
      </div>
      <LinkButton href={to.home} wide>
        About Peach
      </LinkButton>
    </div>
  )
}
