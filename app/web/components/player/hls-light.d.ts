/** What we use of the light part of hls.js, which has no types of its own: it has no subtitles, further sound tracks and protected streams. */
declare module 'hls.js/light' {
  export class Hls {
    static isSupported(): boolean
    static readonly Events: { readonly ERROR: 'hlsError' }
    static readonly ErrorTypes: { readonly NETWORK_ERROR: 'networkError'; readonly MEDIA_ERROR: 'mediaError' }
    constructor(options: {
      enableWorker: boolean
      startPosition: number
      capLevelToPlayerSize: boolean
      maxMaxBufferLength: number
    })
    on(event: 'hlsError', told: (event: string, fault: { fatal: boolean; type: string }) => void): void
    loadSource(src: string): void
    attachMedia(medium: HTMLMediaElement): void
    recoverMediaError(): void
    stopLoad(): void
    destroy(): void
  }
}
