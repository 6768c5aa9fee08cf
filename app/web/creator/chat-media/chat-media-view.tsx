import { useState } from 'react'
import { CHAT } from '#app/domain/chat/message.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, NotNow } from '#app/ui/button.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { WhenReady } from '#app/web/creator/files/when-ready.tsx'
import { MessageFiles, PriceFields, waitReason } from './message-files.tsx'
import type { Route } from './+types/chat-media'

type Page = Route.ComponentProps['loaderData']
type ViewProps = { page: Page; answer: FormAnswer | undefined }

/** A message with media before it is sent: files, price, text. Works without script. */
export function ChatMediaView({ page, answer }: ViewProps) {
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Send photos, videos or voice</h1>
        <p className="text-muted">
          Up to {CHAT.maxMedia} files, for {page.name} alone
        </p>
      </div>
      <FormErrorSummary answer={answer} />
      {page.waiting?.problem && (
        <Banner tone="danger" role="status" title="Not sent">
          {page.waiting.problem}
        </Banner>
      )}
      {page.waiting && !page.waiting.problem ? (
        <Waiting page={page} waiting={page.waiting} />
      ) : (
        <>
          <MessageFiles page={page.files} answer={answer} />
          <SendForm page={page} answer={answer} />
        </>
      )}
      <NotNow href={page.backHref} />
    </div>
  )
}

/** What was sent while a file was still being prepared. */
function Waiting({ page, waiting }: { page: Page; waiting: NonNullable<Page['waiting']> }) {
  const { count } = page.files
  return (
    <>
      <WhenReady title="Sending when ready" waiting={page.files.waiting}>
        {`It goes to ${page.name} by itself once its files are ready. You can close this page.`}
      </WhenReady>
      <p className="text-secondary">{`${count} ${count === 1 ? 'file' : 'files'}, ${waiting.price}`}</p>
      {waiting.body !== '' && <p dir="auto">{waiting.body}</p>}
    </>
  )
}

function SendForm({ page, answer }: ViewProps) {
  const { field } = readAnswer(answer)
  // Stays while the page looks again: sent twice, it is one message.
  const [clientId] = useState(page.clientId)
  return (
    <form method="post" className="stack stack-16" noValidate>
      <input type="hidden" name="client_id" value={clientId} />
      <PriceFields page={page.files} answer={answer} free={`${page.name} sees it at once`} />
      <AreaField
        label="Message"
        optional
        {...field('text')}
        rows={3}
        limit={CHAT.maxLength}
        hint="Always readable, also while the files are locked."
      />
      <Button variant="primary" wide icon="send" name="intent" value="send" disabledReason={waitReason(page.files)}>
        Send
      </Button>
    </form>
  )
}
