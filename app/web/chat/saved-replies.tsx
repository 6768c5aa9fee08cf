import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { repliesFor, type SavedReply } from '#app/domain/chat/saved-reply.ts'
import { Chip } from '#app/ui/chip.tsx'

const LIST_ID = 'saved-replies'
const optionId = (index: number) => `saved-reply-${index}`

type Open = { shown: readonly SavedReply[]; at: number }

/** The list that opens where a message begins with "/": arrow keys move in it, Enter puts the chosen text into the field and sends nothing. */
export function useSavedReplies(replies: readonly SavedReply[]) {
  const [open, setOpen] = useState<Open | null>(null)

  const look = useCallback(
    (field: HTMLTextAreaElement): void => {
      const shown = repliesFor(field.value, replies)
      setOpen(shown && { shown, at: 0 })
    },
    [replies],
  )

  function insert(field: HTMLTextAreaElement, reply: SavedReply): void {
    field.value = reply.body
    field.focus()
    field.setSelectionRange(reply.body.length, reply.body.length)
    setOpen(null)
  }

  /** True where the key was for the list. */
  function onKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    if (!open || event.nativeEvent.isComposing) return false
    const { shown, at } = open
    if (event.key === 'Enter' && !event.shiftKey) insert(event.currentTarget, shown[at]!)
    else if (event.key === 'ArrowDown') setOpen({ shown, at: (at + 1) % shown.length })
    else if (event.key === 'ArrowUp') setOpen({ shown, at: (at + shown.length - 1) % shown.length })
    else if (event.key === 'Escape') setOpen(null)
    else return false
    event.preventDefault()
    return true
  }

  return {
    open,
    look,
    insert,
    onKey,
    aria: {
      'aria-haspopup': replies.length > 0 ? ('listbox' as const) : undefined,
      'aria-controls': open ? LIST_ID : undefined,
      'aria-activedescendant': open ? optionId(open.at) : undefined,
    },
  }
}

type SavedRepliesProps = { saved: ReturnType<typeof useSavedReplies>; href: string }

/** Above the composer of a creator: the list while it is open, and the page on which replies are kept, also without script. */
export function SavedReplies({ saved, href }: SavedRepliesProps) {
  const { open } = saved
  return (
    <>
      <p className="chat-saved-head">
        <span role="status">
          {open ? `${open.shown.length} saved ${open.shown.length === 1 ? 'reply' : 'replies'}` : ''}
        </span>
        <a className="link link-target" href={href}>
          {open ? 'Edit' : 'Saved replies'}
        </a>
      </p>
      {open && <Options open={open} insert={saved.insert} />}
    </>
  )
}

function Options({ open, insert }: { open: Open } & Pick<SavedRepliesProps['saved'], 'insert'>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[open.at]?.scrollIntoView({ block: 'nearest' })
  }, [open.at])
  return (
    <div className="chat-saved" role="listbox" id={LIST_ID} aria-label="Saved replies" ref={list}>
      {open.shown.map((reply, index) => (
        <button
          type="button"
          tabIndex={-1}
          key={reply.id}
          id={optionId(index)}
          role="option"
          aria-selected={index === open.at}
          // The field keeps the focus, so that its keys go on working.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            const field = event.currentTarget.form?.elements.namedItem('text')
            if (field instanceof HTMLTextAreaElement) insert(field, reply)
          }}
        >
          <Chip>/{reply.name}</Chip>
          <span>{reply.body}</span>
        </button>
      ))}
    </div>
  )
}
