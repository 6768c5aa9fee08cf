import { to } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { FocusedPage } from '#app/web/components/focused-page.tsx'
import { beforeAgreements, openPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/answered'

export const handle = beforeAgreements(openPage('Release', { shell: 'focused', hydrate: false }))

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
    <FocusedPage icon={answer === 'signed' ? 'circle-check' : 'circle-x'} {...TEXTS[answer]}>
      <LinkButton href={to.home} wide>
        About Peach
      </LinkButton>
    </FocusedPage>
  )
}
