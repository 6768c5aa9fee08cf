import type pg from 'pg'
import { isOn } from './switches.ts'

/** What this file uses of the driver: its types don't cover it. */
type Inside = { connection?: { stream?: { cork?(): void; uncork?(): void } } }

/** Sends the statements that `ask` gives to a connection in one write to its socket, instead of one write each. */
export function inOneWrite(client: pg.ClientBase, ask: () => void): void {
  const stream = isOn('one-write') ? (client as unknown as Inside).connection?.stream : undefined
  stream?.cork?.()
  try {
    ask()
  } finally {
    stream?.uncork?.()
  }
}
