import { useState } from 'react'
import { to } from '#app/links.ts'
import { showToast } from '#app/ui/toast-store.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** Whether this browser supports passkeys; false on the server and before script. */
export function usePasskeysWork(): boolean {
  return useHydrated() && typeof PublicKeyCredential === 'function'
}

/**
 * Asks the device to sign in with a passkey or to create one, and passes its answer on as text for a form. `address` gives the challenge.
 * The library is loaded only when the button is pressed.
 */
export function usePasskey(
  kind: 'sign_in' | 'register',
  done: (credential: string) => void,
  address: string = kind === 'sign_in' ? to.passkeyOptions : to.passkeyRegistrationOptions,
) {
  const [busy, setBusy] = useState(false)
  async function ask() {
    setBusy(true)
    try {
      const answer = await fetch(address, { method: 'POST', headers: { accept: 'application/json' } })
      if (answer.status === 403 && (await leaveToProve(answer))) return
      if (!answer.ok || answer.redirected) throw new Error(`answered ${answer.status}`)
      const optionsJSON: unknown = await answer.json()
      const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
      const credential =
        kind === 'sign_in'
          ? await startAuthentication({
              optionsJSON: optionsJSON as Parameters<typeof startAuthentication>[0]['optionsJSON'],
            })
          : await startRegistration({
              optionsJSON: optionsJSON as Parameters<typeof startRegistration>[0]['optionsJSON'],
            })
      done(JSON.stringify(credential))
    } catch (error) {
      setBusy(false)
      showToast({ title: 'Passkey', description: reasonOf(error), tone: 'error' })
    }
  }
  return { busy, ask: () => void ask() }
}

/** If the session's last identity proof is too old, the server returns the page that asks for a new one. */
async function leaveToProve(answer: Response): Promise<boolean> {
  const body = (await answer.json().catch(() => null)) as { proveAt?: unknown } | null
  if (typeof body?.proveAt !== 'string' || !body.proveAt.startsWith(`${to.confirmIdentity}?`)) return false
  location.assign(body.proveAt)
  return true
}

function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'Nothing was chosen on this device. You can try again.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'SecurityError') return 'Passkeys work only at the public address of this site.'
  return 'This device could not use a passkey. Please try again, or use another way.'
}
