import { createContext } from 'react-router'
import type { MediaSpendRefusal } from '#app/domain/media/spend-media.server.ts'
import type { Result } from '#app/platform/result.ts'
import { CHECK_MS } from './guarded-bytes.ts'
import type { StoredObject } from './stored-part.ts'

/** What a viewer was just allowed to have: for the next moment they may have other parts of it on the same check. */
export type Approval = {
  object: StoredObject
  /** Counts one more request for it; refuses where the budget is used up. */
  spend: () => Promise<Result<{ countBytes: (bytes: number) => void }, MediaSpendRefusal>>
  /** Asks session and right anew. */
  mayGoOn: () => Promise<boolean>
}

/** Set by the route of media where what it sends may be sent again on its check. */
export const approvalContext = createContext<Approval | null>(null)

/** `checkedAt`: when the check began, as performance.now() says. */
export type RecentApproval = Approval & { checkedAt: number; headers: [string, string][] }

const MAX_KEPT = 2_000

/**
 * The checks of the last moment, by everything that the route of media reads from a request. Bytes flow for CHECK_MS after a check: in one
 * long response, or in several short ones. A player that jumps about in a file asks dozens of times a second; its requests cost one check
 * instead of dozens, and nothing is sent longer than before. When any right ends all of them are forgotten.
 */
export class RecentApprovals {
  #kept = new Map<string, RecentApproval>()
  #clock: () => number

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  keep(key: string, approval: RecentApproval): void {
    const left = approval.checkedAt + CHECK_MS - this.#clock()
    if (left <= 0) return
    // The oldest is first: what is kept again moves to the end.
    this.#kept.delete(key)
    if (this.#kept.size >= MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
    this.#kept.set(key, approval)
    setTimeout(() => {
      if (this.#kept.get(key) === approval) this.#kept.delete(key)
    }, left).unref()
  }

  find(key: string): RecentApproval | null {
    const approval = this.#kept.get(key)
    return approval && this.#clock() - approval.checkedAt <= CHECK_MS ? approval : null
  }

  forgetAll(): void {
    this.#kept.clear()
  }

  get size(): number {
    return this.#kept.size
  }
}
