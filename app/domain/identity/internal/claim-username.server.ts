import { randomInt } from 'node:crypto'
import { config } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { isUsernameTaken } from '../queries.server.ts'
import { proposeUsername, usernameProblem } from '../username.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'

const PROPOSALS = 60

/**
 * Whether somebody may take a username now. Claiming and giving up a name wait for each other, so that a name given up a moment ago is
 * seen as reserved; the claim holds until the transaction ends.
 */
export async function claimUsername(tx: Tx, profileId: string, username: string): Promise<boolean> {
  await advisoryLock(tx, `username ${username}`)
  return !(await isUsernameTaken(tx, profileId, username))
}

/** A username for a person who chose none: the display name and a random number, retried while taken. */
export async function makeUsername(tx: Tx, profileId: string, displayName: string): Promise<string> {
  const { brandName } = config()
  for (let attempt = 0; attempt < PROPOSALS; attempt += 1) {
    const proposal = proposeUsername(displayName, attempt, (below) => randomInt(below), brandName)
    if (usernameProblem(proposal, brandName) === null && (await claimUsername(tx, profileId, proposal))) return proposal
  }
  throw new Error('no free username was found')
}
