import {
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser'
import { log } from '#app/platform/log.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

/** What one form may send. `bytes` is the whole body; `files` is 0 for a form of text alone. */
export type FormLimits = { bytes: number; files: number; fileBytes: number }

export type FormRefusal =
  /** More parts, fields, files, text or bytes than any form of ours sends. */
  | { kind: 'too_large' }
  /** A file is larger than this form allows; nothing after it was read. */
  | { kind: 'file_too_large' }
  | { kind: 'unreadable' }

/** The limits of every form without a file field. */
export const TEXT_FORM: FormLimits = { bytes: 100_000, files: 0, fileBytes: 0 }

export const MAX_PARTS = 40
export const MAX_FILES = 3
const MAX_FIELDS = 200
/** The size of all names and texts of a form, without files. */
const MAX_TEXT_BYTES = 100_000
const MAX_PART_HEADER_BYTES = 2_000
// Boundaries and the headers of 40 parts.
const MAX_FRAME_BYTES = 100_000
const LONGEST_BOUNDARY = 70

const readForms = new WeakMap<Request, Promise<Result<FormData, FormRefusal>>>()

/**
 * Reads a posted form from its stream and stops at the first limit that it exceeds; the rest is not read. Use this instead of
 * `request.formData()`, which has no limits and blocks the process while it parses. A second call for the same request returns the same
 * form: a `clone` would keep the whole body in memory for the side that stopped reading.
 */
export function readFormBody(request: Request, limits: FormLimits): Promise<Result<FormData, FormRefusal>> {
  let read = readForms.get(request)
  if (!read) readForms.set(request, (read = readOnce(request, limits)))
  return read
}

async function readOnce(request: Request, limits: FormLimits): Promise<Result<FormData, FormRefusal>> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.bytes + MAX_FRAME_BYTES)
    return refuse({ kind: limits.files > 0 ? 'file_too_large' : 'too_large' })
  if (!request.body) return ok(new FormData())
  const type = request.headers.get('content-type') ?? ''
  try {
    if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return await readUrlencoded(request)
    const boundary = boundaryOf(type)
    if (boundary !== null) return await readMultipart(request.body, boundary, limits)
  } catch (error) {
    log.debug({ err: error }, 'a form could not be read')
  }
  return refuse({ kind: 'unreadable' })
}

/** The same for limits that no person reaches: throws 413 or 400. */
export async function readForm(request: Request, limits: FormLimits = TEXT_FORM): Promise<FormData> {
  const read = await readFormBody(request, limits)
  if (read.ok) return read.value
  if (read.refusal.kind === 'unreadable') throw new Response('This form could not be read.', { status: 400 })
  throw new Response('This form is too large.', { status: 413 })
}

async function readUrlencoded(request: Request): Promise<Result<FormData, FormRefusal>> {
  const text = await readText(request, MAX_TEXT_BYTES)
  if (text === null || text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return refuse({ kind: 'too_large' })
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(text)) form.append(storable(name), storable(value))
  return ok(form)
}

/** A text that the database takes: it refuses NUL, and what is no whole character. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** A body as text, or null once it is longer than it may be; the rest of it is not read. */
export async function readText(request: Request, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the stream.
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function readMultipart(
  body: ReadableStream<Uint8Array>,
  boundary: string,
  limits: FormLimits,
): Promise<Result<FormData, FormRefusal>> {
  const form = new FormData()
  const taken = { files: 0, textBytes: 0 }
  const parser = new MultipartParser(boundary, {
    maxHeaderSize: MAX_PART_HEADER_BYTES,
    maxParts: MAX_PARTS,
    maxFileSize: Math.max(limits.fileBytes, MAX_TEXT_BYTES),
    maxTotalSize: limits.bytes,
  })
  try {
    // Leaving the loop early cancels the stream.
    for await (const chunk of body) {
      for (const part of parser.write(chunk))
        if (!takePart(form, part, taken, limits)) return refuse({ kind: 'too_large' })
      // The line break after the last boundary may arrive in its own chunk, which the parser would refuse.
      if (isFinished(parser)) break
    }
    parser.finish()
    return ok(form)
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
      return refuse({ kind: limits.files > 0 ? 'file_too_large' : 'too_large' })
    if (error instanceof MaxPartsExceededError || error instanceof MaxHeaderSizeExceededError)
      return refuse({ kind: 'too_large' })
    throw error
  }
}

function isFinished(parser: MultipartParser): boolean {
  try {
    parser.finish()
    return true
  } catch {
    return false
  }
}

/** Adds a part to the form; false if it exceeds the limits. Throws for a part that is not a form field. */
function takePart(
  form: FormData,
  part: MultipartPart,
  taken: { files: number; textBytes: number },
  limits: FormLimits,
): boolean {
  const { name } = part
  if (name === undefined) throw new Error('a part of a form has no name')
  if (part.isFile) {
    taken.files += 1
    if (taken.files > limits.files) return false
    // The chunks of a file are views into socket buffers: the file keeps a copy, so that the buffers can be freed.
    form.append(name, new File([part.bytes as BlobPart], part.filename ?? '', { type: part.mediaType ?? '' }))
    return true
  }
  taken.textBytes += name.length + part.size
  if (taken.textBytes > MAX_TEXT_BYTES) return false
  form.append(storable(name), storable(part.text))
  return true
}

function boundaryOf(type: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(type)) return null
  const found = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type)
  const boundary = found?.[1] ?? found?.[2] ?? ''
  return boundary.length > 0 && boundary.length <= LONGEST_BOUNDARY ? boundary : null
}
