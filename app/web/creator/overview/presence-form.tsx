import type { Presence } from '#app/domain/creators/presence.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { joinClasses } from '#app/ui/join-classes.ts'
import { useHeartbeat } from './use-heartbeat.ts'

/** The creator's own switch. Without script, each press shows them as live for a minute and a half. */
export function PresenceForm({ presence }: { presence: Presence }) {
  const on = presence !== 'away'
  const heard = useHeartbeat(on)
  const lost = on && (heard === 'unheard' || (presence === 'lost' && heard !== 'heard'))
  return (
    <form method="post" action={toDashboard.presence} className="presence-form">
      <input type="hidden" name="live" value={String(!on)} />
      <button
        className={joinClasses('presence', on && 'presence-on', lost && 'presence-lost')}
        role="switch"
        aria-checked={on}
        aria-describedby="presence-hint"
      >
        <span className="presence-track" aria-hidden="true" />
        {lost ? 'Reconnecting' : on ? 'Live' : 'Go Live'}
      </button>
      <span className="visually-hidden" id="presence-hint" role="status">
        {lost
          ? 'Fans don\u2019t see you as online until the connection is back.'
          : on
            ? 'Fans see you as online while a page of your dashboard is open.'
            : 'Fans don\u2019t see you as online.'}
      </span>
    </form>
  )
}
