import type { StaffRole } from '#app/domain/identity/roles.ts'

/** The browser in which somebody of staff signs in. */
export type StaffDevice = { network: string; userAgent: string; replacesSessionId: string | null }

export type StaffSignedIn = {
  kind: 'signed_in'
  /** Goes into the cookie; stored nowhere. */
  sessionToken: string
  person: { id: string; email: string; displayName: string | null; role: StaffRole }
  /** The role needs a second factor and none was shown: the session is good for setting one up alone. */
  enrols: boolean
}

/** The key or the password was right, and a second factor is set up: no session yet. */
export type StaffStep = { kind: 'second_factor'; stepToken: string; email: string }
