import { type SubmitEvent, useEffect, useRef } from 'react'
import { to, withQuery } from '#app/links.ts'
import { Button, IconLink } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { Conversation, ConversationState } from './conversation.ts'
import { hasAgreed } from './has-agreed.ts'
import type { PageData } from './page-data.ts'
import { SavedReplies, useSavedReplies } from './saved-replies.tsx'

type ComposerProps = {
  page: PageData
  answer: FormAnswer | undefined
  conversation: Conversation
  state: ConversationState
  /** What is being written, which survives a reload. */
  draft: { read: () => string; write: (text: string) => void }
  onType: () => void
}

export function Composer({ page, answer, conversation, state, draft, onType }: ComposerProps) {
  const hydrated = useHydrated()
  const { error, value } = readAnswer(answer)
  const { balance, price, toAgree } = state
  const saved = useSavedReplies(page.replies)
  const { look } = saved
  const text = useRef<HTMLTextAreaElement>(null)
  // Somebody who types fast has typed the slash before the script was there.
  useEffect(() => {
    const field = text.current
    if (!hydrated || !field) return
    if (field.value === '') field.value = draft.read()
    look(field)
  }, [hydrated, look, draft])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('text')
    if (!(field instanceof HTMLTextAreaElement) || field.value.trim() === '') return
    conversation.send(field.value, hasAgreed())
    field.value = ''
    draft.write('')
    field.focus()
  }

  return (
    <form
      method="post"
      action={to.chat(page.key)}
      className="chat-foot"
      noValidate
      onSubmit={hydrated ? submit : undefined}
    >
      <FormErrorSummary answer={answer} />
      {page.side === 'creator' && (
        <SavedReplies saved={saved} href={withQuery(to.savedReplies, { thread: page.key })} />
      )}
      {price && (
        <p className="chat-price">
          <span>{price.text} per message</span>
          <span className="chat-money">
            <Icon name="wallet" size={16} />
            {balance}
            {page.money && (
              <a className="link link-target" href={page.money.topUpHref}>
                Top up
              </a>
            )}
          </span>
        </p>
      )}
      {price && toAgree && (
        <CheckboxField label={`I pay ${price.text} for each message I send`} name="agreed" value="yes" />
      )}
      <input type="hidden" name="client_id" value={page.clientId} />
      {price && <input type="hidden" name="shown" value={price.minor} />}
      <div className={joinClasses('chat-compose', (page.mediaHref ?? page.tipHref) && 'chat-compose-media')}>
        {page.mediaHref && (
          <IconLink
            icon="images"
            variant="outline"
            className="chat-send"
            label="Send photos, videos or voice"
            href={page.mediaHref}
          />
        )}
        {page.tipHref && (
          <IconLink icon="hand-coins" variant="outline" className="chat-send" label="Send a tip" href={page.tipHref} />
        )}
        <label className="visually-hidden" htmlFor="text">
          Message
        </label>
        <textarea
          id="text"
          ref={text}
          name="text"
          className="input chat-text"
          rows={1}
          placeholder="Message"
          defaultValue={value('text', page.draft)}
          aria-invalid={error('text') ? true : undefined}
          {...saved.aria}
          onInput={(event) => {
            look(event.currentTarget)
            draft.write(event.currentTarget.value)
            onType()
          }}
          onKeyDown={(event) => {
            if (saved.onKey(event)) return
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <Button variant="primary" className="chat-send" aria-label="Send">
          <Icon name="send" />
        </Button>
      </div>
    </form>
  )
}
