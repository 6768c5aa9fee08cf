/**
 * Every possible result of a call to a gateway. `rejected`: it certainly did nothing. `ambiguous`: it may have happened, so look it up
 * before anything else. `misconfigured`: a person has to correct it (key, account, allow-list).
 */
export type Outcome<Value> =
  | { kind: 'ok'; value: Value }
  | { kind: 'rejected'; message: string }
  | { kind: 'not_found' }
  | { kind: 'ambiguous'; cause: string }
  | { kind: 'throttled'; retryAfterMs: number | null }
  | { kind: 'misconfigured'; message: string }

export type Failure = Exclude<Outcome<never>, { kind: 'ok' }>
