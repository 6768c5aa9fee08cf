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
  const answer = url.searchParams.get('answer')
  return { answer: answer === 'declined' || answer === 'withdrawn' ? answer : 'signed' } as const
}

const TEXTS = {
  signed: {
    title: 'Thank you, it is signed',
    text: 'The creator is told. The link is used up, and nobody else can open it.',
  },
  declined: {
    title: 'You did not agree',
    text: 'The post is not published. Its creator is told that you did not agree.',
  },
  withdrawn: {
    title: 'You have withdrawn it',
    text: 'The post is closed for everybody. Our team decides about it, and its creator is told.',
  },
} as const

export default function ReleaseAnswered({ loaderData: { answer } }: Route.ComponentProps) {
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <Glyph icon={answer === 'signed' ? 'circle-check' : 'circle-x'} large />
      <div className="stack stack-4">
        <h1 className="text-h1">{TEXTS[answer].title}</h1>
        <p className="text-secondary">{TEXTS[answer].text}</p>
      </div>
      <LinkButton href={to.home} wide>
        About Peach
      </LinkButton>
    </div>
  )
}
