import { useState } from 'react'
import { MASS } from '#app/domain/chat/mass-message.ts'
import { CHAT } from '#app/domain/chat/message.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { OptionField } from '#app/ui/choice.tsx'
import { AreaField, SelectField, TextField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { MessageFiles, PriceFields, waitReason } from '#app/web/creator/chat-media/message-files.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { Route } from './+types/new-message'

type Page = Route.ComponentProps['loaderData']
type ViewProps = { page: Page; answer: FormAnswer | undefined }

/** One message for many fans: files, text, time. Works without script. */
export function NewMassMessageView({ page, answer }: ViewProps) {
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">New message to many</h1>
        <p className="text-secondary">
          Each fan gets it in their own conversation with you, free to read. Their answers cost your price.
        </p>
      </div>
      <FormErrorSummary answer={answer} />
      {page.filesShown ? (
        <MessageFiles page={page.files} answer={answer} />
      ) : (
        <LinkButton wide icon="images" href={page.addFilesHref}>
          Add photos, videos or voice
        </LinkButton>
      )}
      <SendForm page={page} answer={answer} />
    </div>
  )
}

function SendForm({ page, answer }: ViewProps) {
  const { field, value, error } = readAnswer(answer)
  const { audiences, earliest, files } = page
  // Stays while the page looks whether files are ready: sent twice, it is one message.
  const [clientId] = useState(page.clientId)
  return (
    <form method="post" className="stack stack-16" noValidate>
      <input type="hidden" name="client_id" value={clientId} />
      {files.count > 0 && <PriceFields page={files} answer={answer} free="Every fan who gets it sees it at once" />}
      <SelectField label="To" {...field('to', 'subscribers')}>
        {audiences.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </SelectField>
      <AreaField
        label="Message"
        optional={files.count > 0}
        rows={5}
        limit={CHAT.maxLength}
        {...field('text')}
        {...(files.count > 0 && { hint: 'Always readable, also while the files are locked.' })}
      />
      <OptionField
        label="When"
        name="when"
        options={[
          { value: 'now', title: 'At once' },
          { value: 'later', title: 'Later', icon: 'calendar-days' },
        ]}
        chosen={value('when', 'now')}
        error={error('at')}
        hint="Times are EAT."
      >
        <TextField label="Day and time" name="at" type="datetime-local" min={earliest} defaultValue={value('at')} />
      </OptionField>
      <Button
        variant="primary"
        wide
        icon="send"
        name="intent"
        value="send"
        disabledReason={files.count > 0 ? waitReason(files) : null}
      >
        Send to all of them
      </Button>
      <p className="text-caption">
        At most {MASS.perDay} in 24 hours. Who has blocked you, or whom you blocked, does not get it. You can take it
        back until a fan has read it, and stop the sale of its files at any time.
      </p>
    </form>
  )
}
