import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { Watched } from './connection.ts'

/** Many notices at once are one reload. */
const TOGETHER_MS = 250

/** Reads a list anew through its own route whenever a channel says that it has changed, while somebody looks at it. */
export function useReload(channels: readonly Watched[], kinds: readonly string[]): void {
  const { revalidate } = useRevalidator()
  const names = channels.join(' ')
  const wanted = kinds.join(' ')
  useEffect(() => {
    let stops: (() => void)[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    void import('./connection.ts').then(({ watchChannel }) => {
      if (stopped) return
      const reload = () => {
        clearTimeout(timer)
        timer = setTimeout(() => void revalidate(), TOGETHER_MS)
      }
      stops = names.split(' ').map((name) =>
        watchChannel(name as Watched, (notice) => {
          if (notice === null || wanted.split(' ').includes(notice.kind)) reload()
        }),
      )
    })
    return () => {
      stopped = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [names, wanted, revalidate])
}
