import { type MediaPurpose, RENDITION_PLANS, type RenditionSpec } from '../media.ts'
import type { Cut } from './image-work.ts'

/** How a rendition of a purpose is cut out of its original. */
export function cutOf(purpose: MediaPurpose, spec: RenditionSpec): Cut {
  const { aspect, maxRenditionBytes } = RENDITION_PLANS[purpose]
  return { ...spec, aspect, maxBytes: maxRenditionBytes }
}
