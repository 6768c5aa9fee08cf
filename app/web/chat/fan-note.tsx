import { Icon } from '#app/ui/icon.tsx'

/** What the creator wrote down about the fan, beside their conversation; it leads to where it is changed. */
export function FanNote({ href, note }: { href: string; note: string }) {
  return (
    <a className="chat-note" href={href}>
      <Icon name="pencil" size={16} />
      <span>
        <span className="visually-hidden">Your note: </span>
        {note}
      </span>
    </a>
  )
}
