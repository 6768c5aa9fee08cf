import { useRef } from 'react'
import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, Glyph } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/field.tsx'
import { OneTimeCodeField } from './one-time-code-field.tsx'
import { usePasskey, usePasskeysWork } from './use-passkey.ts'

/** The dates are texts. */
export type ShownPasskey = { id: string; name: string; addedOn: string; usedOn: string | null }

type PasskeyListProps = {
  passkeys: ShownPasskey[]
  /** The page with the list; its forms redirect back to it. */
  returnTo: string
  /** Removing also requires a code from the authenticator app. */
  needsCode?: boolean
  /** Why nothing can be changed now. */
  refusedReason?: string | null
}

/**
 * The person's passkeys: add one on this device or remove one. Removing works without script; adding needs script and a suitable device.
 */
export function PasskeyList({ passkeys, returnTo, needsCode = false, refusedReason = null }: PasskeyListProps) {
  return (
    <div className="stack stack-12">
      {passkeys.length > 0 && (
        <Card as="ul" rows className="passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyRow {...{ passkey, returnTo, needsCode, refusedReason }} />
            </li>
          ))}
        </Card>
      )}
      <AddPasskey returnTo={returnTo} refusedReason={refusedReason} />
    </div>
  )
}

type RowProps = Required<Omit<PasskeyListProps, 'passkeys'>> & { passkey: ShownPasskey }

function PasskeyRow({ passkey, returnTo, needsCode, refusedReason }: RowProps) {
  const { id, name, addedOn, usedOn } = passkey
  return (
    <>
      <div className="row">
        <Glyph icon="fingerprint-pattern" tone="neutral" />
        <p className="grow">
          <span className="text-h3">{name}</span>
          <br />
          <span className="text-muted">{`Added ${addedOn}. ${usedOn ? `Last used ${usedOn}` : 'Not used yet'}`}</span>
        </p>
      </div>
      <form method="post" action={to.passkeyRemoval(id)} className="row row-wrap">
        <input type="hidden" name="returnTo" value={returnTo} />
        {needsCode && !refusedReason && (
          <div className="grow">
            <OneTimeCodeField label="Code from the app, to remove it" name="current" id={`current-${id}`} />
          </div>
        )}
        <Button size="small" icon="trash" aria-label={`Remove ${name}`} disabledReason={refusedReason}>
          Remove
        </Button>
      </form>
    </>
  )
}

/** The form that makes a passkey on this device. */
export function AddPasskey({ returnTo, refusedReason }: { returnTo: string; refusedReason: string | null }) {
  const works = usePasskeysWork()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { busy, ask } = usePasskey('register', (credential) => {
    field.current!.value = credential
    form.current!.submit()
  })
  return (
    <form
      method="post"
      action={to.passkeys}
      ref={form}
      className="stack stack-12"
      onSubmit={(event) => {
        // The Enter key in the name field acts as the button.
        event.preventDefault()
        if (works && !refusedReason) ask()
      }}
    >
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="credential" ref={field} />
      <TextField
        label="Name of a new passkey"
        name="name"
        id="passkey-name"
        optional
        limit={60}
        placeholder="My phone"
        autoComplete="off"
      />
      <Button
        type="button"
        icon="fingerprint-pattern"
        pending={busy}
        pendingLabel="Waiting for your device..."
        disabledReason={refusedReason ?? (works ? null : 'Passkeys need JavaScript and a device with a screen lock.')}
        onClick={ask}
      >
        Add a passkey
      </Button>
    </form>
  )
}
