import { FileStore } from '@tus/file-store'
import { ERRORS, type Lock, type Locker, Server } from '@tus/server'
import { findUploadStatus } from '#app/domain/applications/queries.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { cancelUpload } from '#app/domain/uploads/cancel-upload.server.ts'
import { finishUpload } from '#app/domain/uploads/finish-upload.server.ts'
import { findUpload, findUploadSize } from '#app/domain/uploads/queries.server.ts'
import { lockAmongProcesses } from '#app/platform/process-locks.server.ts'
import { isOneOfSeveral } from '#app/platform/processes.server.ts'
import { spoolFolder } from '#app/platform/spool.server.ts'
import { startUpload } from '#app/domain/uploads/start-upload.server.ts'
import { type UploadRefusal, uploadRefusalText } from '#app/domain/uploads/upload.ts'
import { to } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/uploads.ts'

// Called by script, which can’t follow a redirect to /auth: it gets 401.
export const handle = {
  audience: 'everyone',
  policy: {
    GET: 'checked_by_domain',
    POST: 'checked_by_domain',
    PATCH: 'checked_by_domain',
    DELETE: 'checked_by_domain',
    OPTIONS: 'everybody',
  },
  renewsSession: false,
  beforeAgreements: true,
} satisfies RouteHandle

export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  if (request.method !== 'OPTIONS' && (request.method !== 'HEAD' || params.uploadId === undefined))
    return answer(404, 'Not found')
  return answerUpload(request, context.get(actorContext))
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const actor = context.get(actorContext)
  // Only a new upload has no id yet.
  if ((request.method === 'POST') !== (params.uploadId === undefined)) return answer(405, 'Not here')
  if (request.method !== 'DELETE') return answerUpload(request, actor)
  if (!actor) return answer(401, uploadRefusalText({ kind: 'no_user_logged_in' }))
  if (!(await findUpload(actor.id, params.uploadId!))) return answer(404, 'Not found')
  await cancelUpload(actor.id, params.uploadId!)
  return answer(204, null)
}

/** Resumable uploads (tus 1.0) for the files of one person; other people's files get 404. Bytes are written to disk as they arrive. */
async function answerUpload(request: Request, actor: Actor): Promise<Response> {
  if (request.method === 'OPTIONS') return tusServer().handleWeb(request)
  if (!actor) return answer(401, uploadRefusalText({ kind: 'no_user_logged_in' }))
  owners.set(request, actor)
  const response = await tusServer().handleWeb(request)
  // No CORS headers: other sites must not use this address.
  response.headers.delete('access-control-expose-headers')
  response.headers.delete('cache-control')
  if (response.status >= 400) response.headers.set('content-type', 'text/plain; charset=utf-8')
  return response
}

function answer(status: number, text: string | null): Response {
  return new Response(text === null ? null : `${text}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'tus-resumable': '1.0.0',
    },
  })
}

const owners = new WeakMap<object, Person>()
let server: { folder: string; tus: Server } | null = null

function tusServer(): Server {
  const folder = spoolFolder()
  if (server?.folder !== folder) server = { folder, tus: makeServer(folder) }
  return server.tus
}

/** The row stores purpose and owner of an upload; the length of its file is the progress. */
function makeServer(directory: string): Server {
  const datastore = new FileStore({
    directory,
    configstore: {
      get: async (id) => {
        const size = await findUploadSize(id)
        return size === null
          ? undefined
          : {
              id,
              size,
              offset: 0,
              sizeIsDeferred: false,
              creation_date: undefined,
              metadata: undefined,
              storage: undefined,
            }
      },
      set: async () => {},
      delete: async () => {},
    },
  })
  // The length must be announced first, and our own clock decides when an upload expires.
  datastore.extensions = ['creation', 'creation-with-upload', 'termination']
  return new Server({
    path: to.upload(),
    datastore,
    // A phone that comes back may reach another process than the one that still waits for the rest of a piece.
    ...(isOneOfSeveral() ? { locker: lockerOfProcesses } : {}),
    relativeLocation: true,
    allowedOrigins: [],
    namingFunction: async (request, metadata) => {
      const sizeBytes = Number(request.headers.get('upload-length') ?? Number.NaN)
      if (!Number.isSafeInteger(sizeBytes)) throw { status_code: 400, body: 'Upload-Length is missing\n' }
      const owner = ownerOf(request)
      const status = await findUploadStatus(owner.id)
      const started = await startUpload(owner, { purpose: metadata?.purpose ?? '', sizeBytes }, status)
      if (!started.ok) throw refusalOf(started.refusal)
      return started.value.uploadId
    },
    onIncomingRequest: async (request, uploadId) => {
      if (!(await findUpload(ownerOf(request).id, uploadId))) throw NOT_THERE
    },
    onUploadFinish: async (request, upload) => {
      const finished = await finishUpload(ownerOf(request).id, upload.id)
      if (finished.ok) return {}
      throw finished.refusal.kind === 'not_there' ? NOT_THERE : refusalOf(finished.refusal)
    },
    onResponseError: (_, error) => {
      if ('status_code' in error && error.status_code < 500) return undefined
      // A part of the protocol that we don't support is a client error.
      if ('status_code' in error && error.status_code === 501) return { status_code: 400, body: error.body }
      log.error({ err: error }, 'an upload could not be stored')
      return { status_code: 503, body: 'The upload failed. Try again in a moment.\n' }
    },
  })
}

const LOCK_WITHIN_MS = 30_000

const lockerOfProcesses: Locker = {
  newLock: (id): Lock => {
    let release: (() => Promise<void>) | null = null
    return {
      lock: async (stopSignal, requestRelease) => {
        const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(LOCK_WITHIN_MS)])
        release = await lockAmongProcesses(`upload ${id}`, { signal, onWanted: requestRelease })
        if (!release) throw ERRORS.ERR_LOCK_TIMEOUT
      },
      unlock: async () => release?.(),
    }
  },
}

const NOT_THERE = { status_code: 404, body: 'Not found\n' }

function ownerOf(request: object): Person {
  return owners.get(request)!
}

const STATUSES: Record<UploadRefusal['kind'], number> = {
  no_user_logged_in: 401,
  unknown_purpose: 400,
  not_permitted: 403,
  empty: 400,
  too_heavy: 413,
  too_many: 429,
  too_much: 429,
  spool_full: 503,
  video_is_off: 422,
  documents_are_off: 503,
  wrong_type: 415,
}

function refusalOf(refusal: UploadRefusal): { status_code: number; body: string } {
  return { status_code: STATUSES[refusal.kind], body: `${uploadRefusalText(refusal)}\n` }
}
