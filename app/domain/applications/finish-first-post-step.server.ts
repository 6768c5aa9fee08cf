import type { Actor } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { type PriceProblem, readPostPrice } from '#app/domain/posts/price.ts'
import { readNames } from '#app/domain/releases/release.ts'
import { type ChangeRefusal, finishStep, lockForStep } from './internal/change-application.server.ts'

/** As typed; `kind` is what the page shows now, so that a file of the other kind is ignored. */
export type FirstPostTyped = {
  kind: string
  locked: string
  price: string
  other: string
  shown: string
  /** The names of the others who are shown, one in a line. */
  people: string
}
export type FirstPostProblems = {
  kind?: 'invalid'
  file?: 'missing' | 'failed'
  price?: PriceProblem
  locked?: 'missing'
  shown?: 'missing'
  people?: 'missing' | 'too_many'
}
export type FirstPostRefusal = ChangeRefusal | { kind: 'invalid'; problems: FirstPostProblems }

/** The wizard's second page: requires a file, and stores the price of unlocking it and who is shown. */
export function finishFirstPostStep(
  actor: Actor,
  typed: FirstPostTyped,
  writer: DraftWriter,
): Promise<Result<null, FirstPostRefusal>> {
  return inTransaction(async (tx) => {
    const locked = await lockForStep(tx, actor, 'first_post')
    if (!locked.ok) return locked
    const { application } = locked.value
    const problems: FirstPostProblems = {}
    if (typed.kind !== 'photo' && typed.kind !== 'video') problems.kind = 'invalid'
    const { firstPost } = application
    if (!firstPost?.mediaId || firstPost.kind !== typed.kind) problems.file = 'missing'
    else if (await hasFailed(tx, firstPost.mediaId)) problems.file = 'failed'
    if (typed.locked !== 'yes' && typed.locked !== 'no') problems.locked = 'missing'
    const named = readShown(typed)
    Object.assign(problems, named.problems)
    const price = readPostPrice(typed)
    if (price.problem) problems.price = price.problem
    if (price.problem || Object.keys(problems).length > 0) return refuse({ kind: 'invalid', problems })
    return finishStep(tx, application, 'first_post', writer, {
      first_post_price_minor: price.value,
      first_post_shown: named.shown,
      first_post_people: named.people,
    })
  })
}

type Shown = 'only_me' | 'with_others'

function readShown(typed: FirstPostTyped): {
  shown: Shown
  people: string[]
  problems: Pick<FirstPostProblems, 'shown' | 'people'>
} {
  if (typed.shown === 'only_me') return { shown: 'only_me', people: [], problems: {} }
  const shown = 'with_others'
  if (typed.shown !== shown) return { shown, people: [], problems: { shown: 'missing' } }
  const { names, problem } = readNames(typed.people)
  return { shown, people: names, problems: problem ? { people: problem } : {} }
}

/** A video that could not be transcoded can't be used in a post. */
async function hasFailed(tx: Tx, mediaId: string): Promise<boolean> {
  const { state } = await tx.selectFrom('media').select('state').where('id', '=', mediaId).executeTakeFirstOrThrow()
  return state === 'failed'
}
