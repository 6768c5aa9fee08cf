import { useEffect, useState } from 'react'
import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PushAnswer } from './push.ts'

type State = 'checking' | 'unsupported' | 'denied' | 'on' | 'off'

const TEXTS: Record<State, string> = {
  checking: 'Alerts appear on the screen of this device, without names.',
  unsupported:
    'This browser can’t show notifications. On an iPhone, add Peach to the home screen first, then open it from there.',
  denied: 'This browser blocks notifications of Peach. Allow them in its settings for this site, then reload the page.',
  on: 'Notifications are on. They end when you sign out here.',
  off: 'Alerts appear on the screen of this device, without names.',
}

/** The button for the browser that shows this page. `isOn`: whether the server sends to it; the browser may have ended it since. */
export function PushSwitch({ publicKey, isOn }: { publicKey: string | null; isOn: boolean }) {
  const [state, setState] = useState<State>('checking')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    void stateOf(publicKey, isOn).then(setState)
  }, [publicKey, isOn])

  async function press() {
    setBusy(true)
    setError(null)
    try {
      setState(state === 'on' ? await turnOff() : await turnOn(publicKey!))
    } catch (failure) {
      setError(
        failure instanceof Refused ? failure.message : 'Could not be saved. Check your connection, then try again.',
      )
    }
    setBusy(false)
  }
  return (
    <Card padded className="stack stack-8">
      <h2 className="text-h3">This device</h2>
      <p className="text-muted" role="status">
        {TEXTS[state]}
      </p>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {(state === 'on' || state === 'off') && (
        <Button type="button" pending={busy} onClick={() => void press()}>
          {state === 'on' ? 'Turn off notifications on this device' : 'Turn on notifications on this device'}
        </Button>
      )}
      <noscript>
        <p className="text-muted">Turning them on needs JavaScript.</p>
      </noscript>
    </Card>
  )
}

class Refused extends Error {}

async function stateOf(publicKey: string | null, isOn: boolean): Promise<State> {
  if (publicKey === null || !('Notification' in window) || !('PushManager' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return 'unsupported'
  return isOn && (await registration.pushManager.getSubscription()) ? 'on' : 'off'
}

/** The browser asks only now, because somebody pressed the button. */
async function turnOn(publicKey: string): Promise<State> {
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'denied' : 'off'
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = bytesOf(publicKey)
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => {
    throw new Refused('This browser could not reach its push service. Try again later.')
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await send(to.turnOnPush, { endpoint, ...keys })
  return 'on'
}

async function turnOff(): Promise<State> {
  await send(to.turnOffPush, {})
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  return 'off'
}

async function send(address: string, values: Record<string, string>): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(values),
  })
  if (answer.ok) return
  const { error } = (await answer.json()) as PushAnswer
  throw new Refused(error ?? undefined)
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.codePointAt(0)!)
}
