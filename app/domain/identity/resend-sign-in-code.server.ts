import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { Browser } from './browser.server.ts'
import { issueCode, mayIssueCode, type IssueRefusal } from './internal/issue-code.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { lastCodeOfBrowser } from './internal/last-code.server.ts'

/** Mails a new code and link for this browser's last request; the older ones end. */
export function resendSignInCode(input: {
  browser: Browser
  network: string
}): Promise<Result<null, IssueRefusal | { kind: 'nothing_asked' }>> {
  return inTransaction(async (tx) => {
    const asked = await lastCodeOfBrowser(tx, input.browser)
    if (!asked) return refuse({ kind: 'nothing_asked' })
    await advisoryLock(tx, `sign-in address ${asked.email}`)
    await advisoryLock(tx, `sign-in network ${input.network}`)
    const allowed = await mayIssueCode(tx, { email: asked.email, network: input.network })
    if (!allowed.ok) return allowed
    await issueCode(tx, {
      email: asked.email,
      purpose: asked.purpose,
      userType: asked.userType,
      browserHash: input.browser.storedHash,
      network: input.network,
      returnTo: asked.returnTo,
    })
    return ok(null)
  })
}
