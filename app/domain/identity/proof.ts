/** The mail whose arrival was proven. */
export type ProvenMail = {
  email: string
  purpose: 'sign_in' | 'sign_up' | 'prove_payment'
  userType: 'fan' | 'creator' | null
  returnTo: string | null
}

/** The browser in which it was proven. */
export type Device = { network: string; userAgent: string; replacesSessionId: string | null }

export type SignedIn = {
  kind: 'signed_in'
  /** Set as the cookie; stored nowhere. */
  sessionToken: string
  person: { id: string; userType: 'fan' | 'creator'; profileCompleted: boolean; username: string | null }
  accountCreated: boolean
  returnTo: string | null
}

export type Proof = SignedIn | { kind: 'staff' }

export type ProofRefusal =
  | { kind: 'account_not_found' }
  | { kind: 'already_registered' }
  | { kind: 'account_not_active'; status: 'suspended' | 'closed' }
