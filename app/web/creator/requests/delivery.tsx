import { redirect } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { fileLimitsOf } from '#app/domain/media/limits.ts'
import { UNUSABLE } from '#app/domain/media/failed-files.ts'
import type { StoredMedium } from '#app/domain/media/media.ts'
import { videoIsOn } from '#app/domain/media/video-tools.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { addMedium, addUploadToRequest } from '#app/domain/requests/add-media.server.ts'
import { cancelDelivery } from '#app/domain/requests/cancel-delivery.server.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { isDeliveredWhenReady, listRequestMedia } from '#app/domain/requests/queries.server.ts'
import { removeMedium } from '#app/domain/requests/remove-medium.server.ts'
import { isRequestKind, KIND_NAMES } from '#app/domain/requests/request.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import type { FileKind } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { withQuery } from '#app/links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, NotNow } from '#app/ui/button.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { mediaView, showDeadline } from '#app/web/components/request-look.ts'
import { RequestMedia } from '#app/web/components/request-view.tsx'
import requestStylesUrl from '#app/web/components/request.css?url'
import uploadStylesUrl from '#app/web/components/upload.css?url'
import { personContext } from '#app/web/context.server.ts'
import { AddFile } from '#app/web/creator/files/add-file.tsx'
import { addFileOfForm } from '#app/web/creator/files/add-file-of-form.server.ts'
import { WhenReady } from '#app/web/creator/files/when-ready.tsx'
import { FILE_FIELDS, fileKindTabs, readFileKind } from '#app/web/creator/files/file-kinds.ts'
import { textOf } from '#app/web/creator/onboarding/form-text.ts'
import { textsIn } from '#app/web/creator/posts/typed-form.ts'
import { acceptResponse } from '#app/web/creator/onboarding/step-answers.server.ts'
import { readFormWithFiles } from '#app/web/file-field.server.ts'
import { refuseForm } from '#app/web/forms.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { notFound, orNotFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { requestInState } from '#app/web/creator/requests/open-request.server.ts'
import { answerRefusal, fileRefusal } from './texts.ts'
import type { Route } from './+types/delivery'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: requestStylesUrl },
  { rel: 'stylesheet', href: uploadStylesUrl },
]

export const handle = creatorForm('Deliver', { shell: 'focused' })

/** What a creator has added to an accepted request, and the field for more. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const request = await requestInState(creator.id, params.requestId, ['accepted'])
  const wanted = request.kind
  if (!isRequestKind(wanted)) throw redirect(toDashboard.receivedRequest(request.id), 303)
  const [media, videoOn, inForce] = await Promise.all([listRequestMedia(request.id), videoIsOn(), settings()])
  const here = toDashboard.receivedRequestDecision(request.id, 'delivery')
  const kind = readFileKind(url.searchParams.get('kind')) ?? wanted
  return {
    what: `${KIND_NAMES[request.kind]} for ${request.fan.name}, ${request.reference}`,
    name: request.fan.name,
    until: showDeadline(request),
    kind,
    hint: FILE_FIELDS[kind].hint(fileLimitsOf(inForce)),
    kinds: fileKindTabs(here, kind),
    videoOn,
    media: mediaView(media, creator.displayName ?? 'you', mediaLinksFor(creator)),
    count: media.length,
    full: media.length >= CUSTOM_REQUEST.maxMedia,
    waiting: media.some((one) => one.state === 'processing'),
    whenReady: await isDeliveredWhenReady(request.id),
    problem: unusableText(media),
    missing: !media.some((one) => one.kind === wanted),
    price: formatMoney(request.price),
    vaultHref: withQuery(toDashboard.vault, { request: request.id }),
    hereHref: withQuery(here, { kind }),
    backHref: toDashboard.receivedRequest(request.id),
  }
}

/** A finished upload (`take`), a file of a form without script (`add`), files of the vault, one taken out (`remove`), or the delivery. */
export async function action({ request, params, context, url }: Route.ActionArgs) {
  const creator = context.get(personContext)
  const { requestId } = params
  const form = await readFormWithFiles(request)
  const kind = readFileKind(textOf(form, 'kind')) ?? 'photo'
  switch (textOf(form, 'intent')) {
    case 'take':
      return acceptResponse(await add(creator, requestId, kind, textOf(form, 'upload')))
    case 'add': {
      const problem = await addFileOfForm(creator, form, kind, (uploadId) => add(creator, requestId, kind, uploadId))
      if (problem) return refuseForm({ status: 400, field: 'file', description: problem })
      return redirect(url.pathname + url.search, 303)
    }
    case 'from-vault':
      return addFromVault(creator, requestId, textsIn(form, 'medium'))
    case 'remove': {
      const removed = await removeMedium(creator, requestId, textOf(form, 'medium'))
      if (!removed.ok && removed.refusal.kind === 'request_missing') notFound()
      return redirect(url.pathname + url.search, 303)
    }
    case 'cancel':
      await cancelDelivery(creator, requestId)
      return redirect(url.pathname + url.search, 303)
    default:
      return deliver(creator, requestId)
  }
}

async function add(creator: Person, requestId: string, kind: FileKind, uploadId: string): Promise<string | null> {
  const added = await addUploadToRequest(creator, requestId, { kind, uploadId })
  return added.ok ? null : fileRefusal(kind, added.refusal)
}

/** Each of them is added once, however often it is sent; what was refused is said, and the others stay. */
async function addFromVault(creator: Person, requestId: string, mediaIds: readonly string[]) {
  for (const mediaId of mediaIds) {
    const added = await addMedium(creator, requestId, mediaId)
    if (added.ok) continue
    if (added.refusal.kind === 'request_missing') notFound()
    const description = fileRefusal('photo', added.refusal)
    return redirectWithToast(withQuery(toDashboard.vault, { request: requestId }), {
      title: 'Not added',
      description,
      tone: 'error',
    })
  }
  return redirect(toDashboard.receivedRequestDecision(requestId, 'delivery'), 303)
}

async function deliver(creator: Person, requestId: string) {
  const delivered = await deliverRequest(creator, requestId)
  if (delivered.ok && delivered.value.waiting)
    return redirect(toDashboard.receivedRequestDecision(requestId, 'delivery'), 303)
  if (delivered.ok)
    return redirectWithToast(toDashboard.receivedRequest(requestId), {
      title: 'Delivered',
      description: 'The fan sees it now, and your part is in your earnings.',
    })
  const told = orNotFound(answerRefusal(delivered.refusal))
  if (delivered.refusal.kind.startsWith('media_')) return refuseForm({ status: 409, ...told })
  return redirectWithToast(toDashboard.receivedRequest(requestId), { ...told, tone: 'error' })
}

/** Why what was added can't be delivered; null where nothing failed. */
function unusableText(media: readonly StoredMedium[]): string | null {
  const failed = media.find((one) => one.state === 'failed')
  return failed
    ? `${UNUSABLE[failed.kind]} Take it out and add another one. Nothing was delivered, and nothing was charged.`
    : null
}

export default function Delivery({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Deliver</h1>
        <p className="text-muted">{page.what}</p>
      </div>
      <FormErrorSummary answer={actionData} />
      <p className="text-secondary">{`Only ${page.name} sees it, and keeps it. Deliver by ${page.until}.`}</p>
      {page.whenReady && (
        <WhenReady title="Delivering when ready" waiting={page.waiting}>
          {`It is delivered by itself for ${page.price} once everything is ready. You can close this page.`}
        </WhenReady>
      )}
      {page.problem && (
        <Banner tone="danger" role="status" title="Not delivered">
          {page.problem}
        </Banner>
      )}
      {page.count > 0 && <RequestMedia media={page.media} removable />}
      {!page.full && !page.whenReady && <AddFile page={page} answer={actionData} />}
      {!page.whenReady && (
        <form method="post" className="stack stack-8">
          {page.waiting && (
            <p className="text-secondary">
              A file is still being prepared. Press Deliver now: it is delivered by itself once everything is ready.
            </p>
          )}
          <Button
            variant="primary"
            wide
            icon="check"
            name="intent"
            value="deliver"
            disabledReason={page.missing ? 'Add what was asked for first.' : null}
          >
            {`Deliver for ${page.price}`}
          </Button>
        </form>
      )}
      <NotNow href={page.backHref} />
    </div>
  )
}
