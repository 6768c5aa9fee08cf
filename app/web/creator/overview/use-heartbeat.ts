import { useEffect, useState } from 'react'
import { toDashboard } from '#app/dashboard-links.ts'

const EVERY_MS = 45_000
/** Set in this browser while its creator is live, so that the other pages of the dashboard send the heartbeat too. */
const FLAG = 'peach-live'

/** Keeps a creator live while a page of the dashboard is open. Pages that know whether they are live say so; null: as it was. */
export function useHeartbeat(live: boolean | null): 'heard' | 'unheard' | 'unknown' {
  const [state, setState] = useState<'heard' | 'unheard' | 'unknown'>('unknown')
  useEffect(() => {
    if (live !== null) remember(live)
    if (!isRemembered()) return undefined
    let stopped = false
    const beat = async () => {
      const status = await send()
      if (stopped) return
      if (status === 204) setState('heard')
      else if (status === null) setState('unheard')
      else {
        remember(false)
        setState('unheard')
        clearInterval(timer)
      }
    }
    const timer = setInterval(() => void beat(), EVERY_MS)
    void beat()
    return () => {
      stopped = true
      clearInterval(timer)
    }
  }, [live])
  return state
}

/** The status of the answer; null without a network. */
async function send(): Promise<number | null> {
  try {
    return (await fetch(toDashboard.heartbeat, { method: 'POST', redirect: 'manual' })).status
  } catch {
    return null
  }
}

// A browser that stores nothing keeps only the page with the switch alive.
function remember(live: boolean): void {
  try {
    if (live) localStorage.setItem(FLAG, 'yes')
    else localStorage.removeItem(FLAG)
  } catch {
    // Nothing to do.
  }
}

function isRemembered(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null
  } catch {
    return false
  }
}
