import { useEffect, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { POST_LIMITS } from '#app/domain/posts/post.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { Button, IconLink } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field.tsx'
import { FileButton } from '#app/ui/file-button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ACCEPTED } from '#app/web/components/upload-field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { SavedNote } from '#app/web/components/saved-note.tsx'
import { useAutosave } from '#app/web/components/use-autosave.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { chosenIn } from './chosen.ts'
import { CropDialog } from './crop-dialog.tsx'
import { MediaProblems } from './media-problems.tsx'
import { MediaTiles } from './media-tiles.tsx'
import { MoreFields, PollPart, PostFields } from './post-fields.tsx'
import { type MediaQueue, useMediaQueue } from './use-media-queue.ts'
import { queueText } from './queue-text.ts'
import { VoiceRecorder } from './voice-recorder.tsx'
import { WhoIsShown } from './who-is-shown.tsx'
import type { Route } from './+types/edit'

type ComposerPage = Route.ComponentProps['loaderData']

/** A new post: its media, its texts, who sees it, and when. */
export function Composer({ page: loaded, answer }: { page: ComposerPage; answer: FormAnswer | undefined }) {
  const page = useVisit(loaded)
  const { error, value } = readAnswer(answer)
  const values = answer && Object.keys(answer.values).length > 2 ? answer.values : page.values
  const autosave = useAutosave()
  const { formRef } = autosave
  const submit = useSubmit()
  const queue = useMediaQueue(page)
  const [chosen, setChosen] = useState(values)
  const [whenSent, setWhenSent] = useState(false)
  const [cropping, setCropping] = useState<File[]>([])
  const hydrated = useHydrated()
  const press = useRef<HTMLButtonElement>(null)

  // "Post when sent": the form is sent with the last file.
  useEffect(() => {
    if (whenSent && !queue.busy && queue.files.length === 0) press.current?.form?.requestSubmit(press.current)
  }, [whenSent, queue.busy, queue.files.length])

  function order(mediaIds: string[]) {
    if (!formRef.current) return
    const form = new FormData(formRef.current)
    form.set('intent', 'order')
    form.set('order', mediaIds.join(' '))
    void submit(form, { method: 'post', encType: 'multipart/form-data', preventScrollReset: true })
  }
  function choosePhotos(files: readonly File[], shape: string) {
    if (shape === 'original') void queue.choose(files, 'photo')
    else setCropping([...files])
  }

  return (
    <div className="container container-narrow composer">
      <header className="composer-head">
        <h1 className="text-h2">New post</h1>
        <SavedNote answer={autosave.answer} before={page.savedAt} what="Draft saved" />
        <IconLink icon="x" label="Close" href={withQuery(to.ownPosts, { show: 'drafts' })} />
      </header>
      <Form
        method="post"
        action={toDashboard.editPost(page.id)}
        encType="multipart/form-data"
        className="stack stack-16"
        noValidate
        preventScrollReset
        ref={formRef}
        onSubmit={() => {
          autosave.stop()
          setWhenSent(false)
        }}
        onInput={() => {
          if (formRef.current) setChosen(chosenIn(formRef.current))
          autosave.onInput()
        }}
      >
        <FormErrorSummary answer={answer} />
        <input type="hidden" name="version" value={value('version', String(page.version))} />
        <input type="hidden" name="tab" value={page.tab} />
        <Button name="intent" value="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" ref={press}>
          Post
        </Button>
        <div className="field composer-media" id="media" tabIndex={-1}>
          {error('media') && <FieldError id="media">{error('media')}</FieldError>}
          {(page.media.length > 0 || queue.files.length > 0) && (
            <MediaTiles
              tiles={page.media}
              cover={page.values.cover}
              teaser={page.values.teaser}
              isPublic={chosen.audience === 'public'}
              queue={queue.files}
              onCancel={queue.cancel}
              onRetry={queue.retry}
              onOrder={order}
            />
          )}
          <MediaProblems problems={page.problems} />
          <QueueLine queue={queue} />
          {hydrated ? <AddFiles onPhotos={choosePhotos} queue={queue} /> : <PlainFiles error={error} />}
        </div>
        <PostFields {...page} values={values} chosen={chosen} error={error} />
        <PollPart values={values} error={error} />
        <WhoIsShown values={values} error={error} people={page.people} />
        <MoreFields values={values} error={error} media={page.media} today={page.today} draft />
        {page.reviewed && (
          <p className="text-secondary">
            <Icon name="shield-check" size={16} />{' '}
            {`A person looks at your first ${POST_LIMITS.reviewedFirst} posts before fans see them.`}
          </p>
        )}
        <StickyFoot>
          {chosen.audience !== 'public' && hasMarkedPhoto(page, queue) && (
            <p className="composer-mark text-secondary">
              <Icon name="shield-check" size={20} /> Photos are watermarked for each fan
            </p>
          )}
          <div className="composer-buttons">
            <Button name="intent" value="draft">
              Save draft
            </Button>
            {queue.busy ? (
              <Button
                type="button"
                variant="primary"
                icon="send"
                pending={whenSent}
                pendingLabel="Posts when sent"
                onClick={() => setWhenSent(true)}
              >
                Post when sent
              </Button>
            ) : (
              <Button variant="primary" icon="send" name="intent" value="submit">
                {chosen.when === 'later' ? 'Schedule' : 'Post'}
              </Button>
            )}
          </div>
        </StickyFoot>
      </Form>
      {cropping.length > 0 && (
        <CropDialog
          key={cropping.length}
          file={cropping[0]!}
          onDone={(file) => {
            setCropping((files) => files.slice(1))
            if (file) void queue.choose([file], 'photo')
          }}
        />
      )}
    </div>
  )
}

/** Whether fans get a photo with their own mark: each but the free one, while not everybody sees the post. */
function hasMarkedPhoto({ media, values }: ComposerPage, queue: MediaQueue): boolean {
  return (
    media.some((tile) => tile.kind === 'photo' && tile.mediaId !== values.teaser) ||
    queue.files.some((file) => file.kind === 'photo')
  )
}

/** "1 of 3 sent, 604 of 1,012 KB", with its bar and the button that pauses. */
function QueueLine({ queue }: { queue: MediaQueue }) {
  const { files, arrived, paused } = queue
  const going = files.filter((file) => file.state !== 'failed')
  const failed = files.length - going.length
  if (files.length === 0)
    return (
      <p className="visually-hidden" role="status">
        {arrived.count > 0 ? 'All files are sent.' : ''}
      </p>
    )
  const sent = arrived.bytes + going.reduce((sum, file) => sum + file.sent, 0)
  const of = arrived.bytes + going.reduce((sum, file) => sum + file.of, 0)
  const total = arrived.count + going.length
  return (
    <div className="queue-line">
      {going.length > 0 && (
        <>
          <p className="money" translate="no">
            {queueText({ done: arrived.count, total, sent, of })}
          </p>
          <Button type="button" variant="quiet" size="small" onClick={() => queue.pause(!paused)}>
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <ProgressBar label="All files: uploaded" value={of === 0 ? 0 : Math.floor((sent / of) * 100)} />
        </>
      )}
      {going.some((file) => file.offline) && <p className="hint">No connection. It continues by itself.</p>}
      {failed > 0 && (
        <p className="text-danger">{`${failed} not sent. Open ${failed === 1 ? 'it' : 'them'} to see why.`}</p>
      )}
      <p className="visually-hidden" role="status">
        {paused ? 'Paused.' : `${arrived.count} of ${total} sent.`}
      </p>
    </div>
  )
}

const SHAPES = [
  ['original', 'Original'],
  ['crop', 'Crop'],
] as const

function AddFiles({
  onPhotos,
  queue,
}: {
  onPhotos: (files: readonly File[], shape: string) => void
  queue: MediaQueue
}) {
  const [shape, setShape] = useState('original')
  const files = (event: React.ChangeEvent<HTMLInputElement>): File[] => {
    const chosen = [...(event.target.files ?? [])]
    // Choosing the same file again must fire a change event too.
    event.target.value = ''
    return chosen
  }
  return (
    <div className="add-files">
      <FileButton
        name="photo"
        sent={false}
        multiple
        label="Add photos"
        icon="images"
        accept="image/*"
        onChange={(event) => onPhotos(files(event), shape)}
      />
      <FileButton
        name="video"
        sent={false}
        multiple
        label="Add videos"
        icon="video"
        accept="video/*"
        onChange={(event) => void queue.choose(files(event), 'video')}
      />
      <VoiceRecorder onFile={(file) => void queue.choose([file], 'voice')} />
      <Button name="intent" value="vault" icon="folder">
        From the vault
      </Button>
      <fieldset className="add-shape">
        <legend>Photos</legend>
        {SHAPES.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name="shape" value={value} checked={shape === value} onChange={() => setShape(value)} />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  )
}

/** Without script: one file of each kind with each press of Add. */
function PlainFiles({ error }: { error: (fieldId: string) => string | undefined }) {
  return (
    <div className="stack stack-8">
      <FileButton
        name="photo"
        label="Choose a photo"
        icon="images"
        accept="image/*"
        hint="At most 26 MB"
        error={error('photo')}
      />
      <FileButton
        name="video"
        label="Choose a video"
        icon="video"
        accept="video/*"
        hint="At most 26 MB"
        error={error('video')}
      />
      <FileButton
        name="voice"
        label="Choose a voice note"
        icon="mic"
        accept={ACCEPTED.voice}
        hint="M4A, MP3, OGG, WebM or WAV, at most 26 MB"
        error={error('voice')}
      />
      <span>
        <Button name="intent" value="add" icon="plus">
          Add
        </Button>{' '}
        <Button name="intent" value="vault" icon="folder">
          From the vault
        </Button>
      </span>
    </div>
  )
}
