import type { StaffRole } from '#app/domain/identity/roles.ts'

/** The browser in which staff signs in. */
export type StaffDevice = { network: string; userAgent: string; replacesSessionId: string | null }

export type StaffSignedIn = {
  kind: 'signed_in'
  /** Set as the cookie; stored nowhere. */
  sessionToken: string
  person: { id: string; email: string; displayName: string | null; role: StaffRole }
  /** The role requires a second factor and none was verified: the session only allows setting one up. */
  enrols: boolean
}

/** The key or the password was right, and a second factor is set up: no session yet. */
export type StaffStep = { kind: 'second_factor'; stepToken: string; email: string }
