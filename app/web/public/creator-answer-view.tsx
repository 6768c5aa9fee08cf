import { CreatorProfileFailedView, ProfileNotFoundView } from '#app/web/components/notices.tsx'
import { type CreatorPage, CreatorProfileView } from '#app/web/components/creator-profile-view.tsx'
import type { CreatorShare } from '#app/web/creator-meta.ts'
import { AgeGateView } from './age-gate-view.tsx'

/** The response of a public address of a creator. */
type CreatorAnswer =
  | { state: 'page'; page: CreatorPage }
  | { state: 'gate'; share: CreatorShare; returnTo: string }
  | { state: 'failed'; retryHref: string }
  | { state: 'not_found' }

/** The page of a creator's public address, by id and by name: the profile, the age gate or an error. */
export function CreatorAnswerView({ answer, brandName = 'Peach' }: { answer: CreatorAnswer; brandName?: string }) {
  switch (answer.state) {
    case 'page':
      return <CreatorProfileView page={answer.page} />
    case 'gate':
      return <AgeGateView heading={answer.share.displayName} brandName={brandName} returnTo={answer.returnTo} />
    case 'failed':
      return <CreatorProfileFailedView retryHref={answer.retryHref} />
    case 'not_found':
      return <ProfileNotFoundView />
    default:
      return answer satisfies never
  }
}
