import { logFailure } from '#app/platform/log-failure.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'

/**
 * A command's result, or the refusal `outage` if something it needs was down: the form then keeps what was typed. `says` is for the log.
 */
export async function refuseOutage<Value, Refusal extends { kind: string }>(
  answer: Promise<Result<Value, Refusal>>,
  description: string,
): Promise<Result<Value, Refusal | { kind: 'outage' }>> {
  try {
    return await answer
  } catch (error) {
    logFailure(error, {}, description)
    return refuse({ kind: 'outage' })
  }
}
