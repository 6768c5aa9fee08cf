/** A payment as its page shows it. The receipt is only for the person who started or bought it. */
export type CallbackFacts = {
  short: string
  reference: string
  receipt: { amount: string; product: string; label: string; date: string; startedAt: string } | null
}

type NotPaid = { title: string; text: string; facts: CallbackFacts | null }

/** The page after the payment page. Titles and texts that differ between fans and creators come with it. */
export type CallbackPage =
  | (NotPaid & { view: 'invalid' | 'in_review'; tryAgainHref: string | null })
  | (NotPaid & {
      view: 'cancelled' | 'failed'
      reason: string | null
      /** The payer declined it on their phone: the title says so, and the text follows the facts. */
      declined: boolean
      link: string | null
      tryAgainHref: string
      live: boolean
    })
  | {
      view: 'waiting'
      facts: CallbackFacts
      link: string | null
      sentAt: string | null
      otherWayHref: string | null
      slow: boolean
      onTheWay: boolean
      /** What happens when the payment is confirmed. */
      opens: string
    }
  /** `failed` is why the last check did not succeed. */
  | { view: 'check_failed'; facts: CallbackFacts | null; failed: string; again: string }
  | { view: 'unanswered'; facts: CallbackFacts; stopAction: string; waits: { from: string; open: boolean } | null }
  | { view: 'being_refunded'; facts: CallbackFacts; text: string }
  | {
      view: 'success'
      facts: CallbackFacts
      /** What was bought, where the page has no text of its own for it. */
      description: string | null
      until: string | null
      email: string | null
      back: { href: string; meta: string } | null
      /** The label of the button to continue. */
      button: string
      codeHref: string | null
      /** Where the code is typed into this page: for the browser that paid, while the mailed code is valid. */
      codeAction: string | null
      continueHref: string | null
      seconds: number | null
    }

export type PageOf<View extends CallbackPage['view']> = Extract<CallbackPage, { view: View }>
