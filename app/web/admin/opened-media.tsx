import { useEffect } from 'react'
import { Chip } from '#app/ui/chip.tsx'

export type ViewedFile = { src: string; video: boolean; voice: boolean }

/** A medium that a reviewer has opened. Nothing plays by itself. */
export function ViewedMedium({ medium, alt }: { medium: ViewedFile; alt: string }) {
  if (medium.video) return <video src={medium.src} controls preload="metadata" />
  if (medium.voice) return <audio src={medium.src} controls preload="metadata" />
  return <img src={medium.src} alt={alt} />
}

const LINES = 7

/** The reviewer's name over what they have opened. */
export function Watermark({ text }: { text: string }) {
  return (
    <div className="watermark" aria-hidden="true">
      {Array.from({ length: LINES }, (_, line) => (
        <span key={line}>{`${text}   ${text}`}</span>
      ))}
    </div>
  )
}

/** Until when what is open stays open. */
export function ClosesAt({ time }: { time: string }) {
  return (
    <Chip tone="warning" icon="clock" small>
      Closes at {time}
    </Chip>
  )
}

/** Leaves the page when the view has ended and the server no longer sends the picture. */
export function useClosing(secondsLeft: number | null, href: string): void {
  useEffect(() => {
    if (secondsLeft === null) return undefined
    const timer = setTimeout(() => window.location.assign(href), secondsLeft * 1_000)
    return () => clearTimeout(timer)
  }, [secondsLeft, href])
}
