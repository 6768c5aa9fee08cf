import { cutGraphemes } from '#app/platform/graphemes.ts'
import { TIP } from '#app/domain/settings/constants.ts'
import { TIP_CONTEXTS, type TipContext } from '#app/domain/tips/tip.ts'
import { to, withQuery } from '#app/links.ts'
import { isId } from '#app/platform/id.ts'
import type { FormValues } from '#app/web/form-answer.ts'

/** A tip as given in the address or form; unknown values are ignored. */
export type TipRequest = {
  amount: string
  other: string
  message: string
  named: boolean
  postId: string | null
  context: TipContext
}

const STANDARD = (TIP.offeredMinor[1] / 100n).toString()

export function readTipRequest(query: URLSearchParams): TipRequest {
  const post = query.get('post')
  const postId = post !== null && isId(post) ? post : null
  const asked = TIP_CONTEXTS.find((known) => known === query.get('context'))
  const amount = query.get('amount') ?? ''
  const offered = TIP.offeredMinor.some((minor) => (minor / 100n).toString() === amount)
  return {
    amount: offered ? amount : STANDARD,
    other: offered ? '' : amount.slice(0, 20),
    message: cutGraphemes(query.get('message') ?? '', TIP.messageLength),
    named: query.get('named') !== '0',
    postId,
    context: postId ? 'post' : asked && asked !== 'post' ? asked : 'profile',
  }
}

/** The tip as the values of its form; a switch that is off has none. */
export function typedValues({ amount, other, message, named }: TipRequest): FormValues {
  return { amount, other, message, ...(named ? { named: 'on' } : {}) }
}

/** The address of the tip form, or of its next step. */
export function addressOf(
  creatorId: string,
  requested: Partial<TipRequest>,
  more: Record<string, string> = {},
): string {
  const { postId, context } = requested
  return withQuery(to.tip(creatorId), {
    post: postId,
    context: context !== 'post' && context !== 'profile' && context,
    ...more,
  })
}
