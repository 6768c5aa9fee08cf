import type { Selectable } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import type { ShareLines, SharePasses } from '../../db/types.ts'
import { shareOne, sharePass, type Weight } from '#app/domain/shares/share-rule.ts'

type Sum = { netMinor: bigint; feeMinor: bigint }

const PASSES_AT_ONCE = 2_000

/**
 * Shares a stored week once more by the public rule, from what became of each pass and the counted days. Returns a description of each line
 * that differs from the stored one; none for a correct run. Weeks of the former rule are verified only by their checksum.
 */
export async function verifyShareRun(runId: string): Promise<string[]> {
  const run = await db.selectFrom('share_runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
  if (run.rule !== 'per_pass') return []
  const problems: string[] = []
  for (let after: string | null = null; ;) {
    const passes = await readPasses(runId, after)
    if (passes.length === 0) break
    const byPass = Map.groupBy(await readLines(runId, passes), (line) => line.pass_id)
    for (const pass of passes) problems.push(...comparePass(pass, byPass.get(pass.pass_id) ?? [], run.fee_basis_points))
    after = passes.at(-1)!.pass_id
  }
  const common = await readLines(runId, null)
  const left = { netMinor: run.carried_in_minor, feeMinor: run.carried_in_fee_minor }
  if (common.length > 0) problems.push(...compareLines(left, common))
  else if (run.carried_out_minor !== left.netMinor || run.carried_out_fee_minor !== left.feeMinor)
    problems.push(`carried over: ${run.carried_out_minor} instead of ${left.netMinor}`)
  return problems
}

type Pass = Selectable<SharePasses>
type Stored = Pick<
  Selectable<ShareLines>,
  'pass_id' | 'fan_id' | 'creator_id' | 'basis' | 'weight' | 'net_minor' | 'fee_minor'
>

function readPasses(runId: string, after: string | null): Promise<Pass[]> {
  let query = db
    .selectFrom('share_passes')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('pass_id')
    .limit(PASSES_AT_ONCE)
  if (after !== null) query = query.where('pass_id', '>', after)
  return query.execute()
}

/** The lines of passes that follow one another by id, or those of the rest of the former rule. */
function readLines(runId: string, passes: readonly Pass[] | null): Promise<Stored[]> {
  const query = db
    .selectFrom('share_lines')
    .select(['pass_id', 'fan_id', 'creator_id', 'basis', 'weight', 'net_minor', 'fee_minor'])
    .where('run_id', '=', runId)
  return passes === null
    ? query.where('pass_id', 'is', null).execute()
    : query.where('pass_id', '>=', passes[0]!.pass_id).where('pass_id', '<=', passes.at(-1)!.pass_id).execute()
}

function comparePass(pass: Pass, lines: readonly Stored[], feeBasisPoints: number): string[] {
  const again = sharePass(
    {
      passId: pass.pass_id,
      fanId: pass.fan_id,
      earnedMinor: pass.earned_minor,
      keptMinor: pass.kept_before_minor,
      ends: pass.breakage_minor > 0n,
      used: lines.filter((line) => line.basis === 'used').map(weightOf),
      followed: lines.filter((line) => line.basis === 'followed').map((line) => line.creator_id),
    },
    feeBasisPoints,
  )
  if (again.basis !== pass.basis || again.grossMinor !== pass.gross_minor || again.feeMinor !== pass.fee_minor)
    return [
      `${pass.pass_id}: ${pass.gross_minor} less ${pass.fee_minor} instead of ${again.grossMinor} less ${again.feeMinor}`,
    ]
  return lines.length === 0
    ? []
    : compareLines({ netMinor: again.grossMinor - again.feeMinor, feeMinor: again.feeMinor }, lines)
}

function compareLines(sum: Sum, lines: readonly Stored[]): string[] {
  const [{ basis, pass_id: passId, fan_id: fanId }] = lines as readonly [Stored]
  const again = shareOne(sum, lines.map(weightOf), basis, { passId, fanId })
  return again.flatMap((line, index) => {
    const { net_minor, fee_minor } = lines[index]!
    if (net_minor === line.netMinor && fee_minor === line.feeMinor) return []
    return `${line.passId ?? 'common pool'} to ${line.creatorId}: ${net_minor} + ${fee_minor} instead of ${line.netMinor} + ${line.feeMinor}`
  })
}

function weightOf(line: Stored): Weight {
  return { creatorId: line.creator_id, weight: line.weight }
}
