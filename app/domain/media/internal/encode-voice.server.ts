import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { soundTypeOf, WAVEFORM_RATE, WaveformMeter } from '../voice.ts'
import { firstReadableSound } from './readable-sound.server.ts'
import { BARE, headOf, outputOf, QUIET, reading } from './ffmpeg.server.ts'
import { runInSandbox } from './sandbox.server.ts'

export type EncodedVoice = { path: string; durationMs: number; waveform: number[] }

/**
 * Encodes the sound of a file anew: one channel of AAC, its loudness evened, without tags, pictures or anything behind the samples. Null
 * where there is no sound in it that can be read. Throws VideoStoppedError where the work was cut short.
 */
export async function encodeVoice(path: string, folder: string, longestSeconds: number): Promise<EncodedVoice | null> {
  const type = soundTypeOf(await headOf(path))
  if (type === null) return null
  const track = await firstReadableSound(path, type)
  if (track === null) return null
  const answer = await runInSandbox({
    program: 'ffmpeg',
    // prettier-ignore
    args: [
      ...QUIET, '-threads', '1', ...reading(type), '-i', '/in/file',
      '-filter_complex', `[0:${track}]aresample=44100,loudnorm=I=-16:TP=-1.5:LRA=11,aresample=44100,asplit[sound][wave]`,
      '-map', '[sound]', '-vn', ...BARE, '-t', String(longestSeconds + 1), '-c:a', 'aac', '-b:a', '64k', '-ac', '1', '-ar', '44100',
      '-flags:a', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', '-y', '/out/voice.m4a',
      '-map', '[wave]', '-t', String(longestSeconds + 1), '-ac', '1', '-ar', String(WAVEFORM_RATE), '-f', 's16le', '-y', '/out/wave',
    ],
    input: path,
    output: folder,
    cpuSeconds: 120 + longestSeconds,
    wallSeconds: 300 + longestSeconds * 4,
    maxOutputBytes: 64_000_000,
    patient: true,
  })
  if (answer.kind === 'refused') return null
  outputOf(answer)
  const meter = new WaveformMeter()
  for await (const chunk of createReadStream(join(folder, 'wave'))) meter.push(chunk as Buffer)
  return { path: join(folder, 'voice.m4a'), durationMs: meter.durationMs, waveform: meter.waveform }
}
