import { ended } from '#app/platform/plain-text.ts'
import { CHAT_CALLS_BOOKINGS, listWorking } from '#app/domain/settings/features.ts'
import { data, redirect } from 'react-router'
import type { CreatorProfile } from '#app/domain/creators/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { SHARE_CARD } from '#app/domain/media/media.ts'
import { renditionPath } from '#app/web/picture.ts'
import { to } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { messageOf } from './catalogue.ts'
import { isAdult } from './adult.server.ts'
import type { profileMarkup } from './components/creator-profile-markup.tsx'
import type { CreatorShare } from './creator-meta.ts'
import { isPreview, loadCreatorPage } from './creator-page.server.ts'
import { redirectWithToast } from './toast.server.ts'

/**
 * The response of every public address of a creator, once the creator is found: the page, the age gate, or a redirect. Creators in review
 * see their own page as a preview. `show` is `profileMarkup`, which renders and so can't be imported here.
 */
export async function answerCreatorPage(
  request: Request,
  url: URL,
  actor: Actor,
  creator: CreatorProfile,
  show: typeof profileMarkup,
) {
  if (!isPreview(actor, creator)) refuseHidden(actor, creator)
  const share = shareOf(creator)
  if (!isAdult(request, actor)) return data({ state: 'gate' as const, share, returnTo: url.pathname + url.search })
  const page = await loadCreatorPage(actor, creator, url)
  return data({ state: 'page' as const, share, page: show(request, page) })
}

/** For a creator who is not visible: the creator goes to the fee page, everyone else back to the feed. */
export function refuseHidden(actor: Actor, creator: CreatorProfile): void {
  if (creator.visible) return
  if (actor?.id !== creator.id) {
    throw redirectWithToast(to.feed, {
      ...messageOf('profile.unavailable'),
      tone: 'error',
    })
  }
  // Until the creator is approved, their dashboard says what is missing.
  if (!creator.approved) throw redirect(to.dashboard, 303)
  // Say "expired" only if there was something to expire.
  if (!creator.wasListed) throw redirect(to.creatorFee, 303)
  throw redirectWithToast(to.creatorFee, {
    ...messageOf('profile.reactivate'),
    tone: 'error',
  })
}

/** Lets redirects through; an outage becomes an error page with Try again. */
export function creatorPageFailed(error: unknown, url: URL) {
  if (error instanceof Response) throw error
  log.error({ err: error }, 'a creator profile could not be read')
  return data({ state: 'failed' as const, retryHref: url.pathname + url.search }, 503)
}

/** What a shared link of a creator, or of one of their posts, shows. */
export function shareOf(creator: CreatorProfile): CreatorShare {
  const firstLine = creator.bio.split('\n')[0]!.trim()
  return {
    username: creator.username,
    displayName: creator.displayName,
    description: firstLine || ended(`${listWorking(['Posts', ...CHAT_CALLS_BOOKINGS])} with ${creator.displayName}`),
    image: creator.shareMediaId && renditionPath(creator.shareMediaId, { width: SHARE_CARD.width, format: 'jpeg' }),
  }
}
