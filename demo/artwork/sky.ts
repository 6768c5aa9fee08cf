import { circle, fade, glow, type Paper, path, type Point, repeat, round } from './paper.ts'
import { cut } from './shadow.ts'

/** A paper sun with two thin halos and its light on the sky. Radius is pixels. */
export function sun(paper: Paper, at: Point, radius: number): string {
  const [x, y] = at
  const { sun: disc, light } = paper.palette
  const light1 = circle(x, y, radius * 2.6, glow(paper, disc), 'opacity=".55"')
  const halos = [1.78, 1.4].map((times) => circle(x, y, radius * times, disc, 'opacity=".16"'))
  return light1 + halos.join('') + cut(paper, circle(x, y, radius, fade(paper, disc, light)))
}

/** A moon with its seas: round, or a sickle when `full` is false. */
export function moon(paper: Paper, at: Point, radius: number, full: boolean): string {
  const [x, y] = at
  const { sun: disc, light } = paper.palette
  const shine = circle(x, y, radius * 3, glow(paper, disc), 'opacity=".6"')
  if (!full) return shine + cut(paper, sickle(x, y, radius, disc))
  const seas =
    circle(x - radius * 0.28, y - radius * 0.26, radius * 0.2, light, 'opacity=".5"') +
    circle(x + radius * 0.3, y + radius * 0.3, radius * 0.26, light, 'opacity=".4"') +
    circle(x + radius * 0.22, y - radius * 0.42, radius * 0.1, light, 'opacity=".45"')
  return shine + cut(paper, circle(x, y, radius, disc)) + seas
}

function sickle(x: number, y: number, radius: number, colour: string): string {
  const top = `${round(x + radius * 0.5)} ${round(y - radius * 0.87)}`
  const bottom = `${round(x + radius * 0.87)} ${round(y + radius * 0.5)}`
  const outer = `A${round(radius)} ${round(radius)} 0 1 0 ${bottom}`
  const inner = `A${round(radius * 0.86)} ${round(radius * 0.86)} 0 0 1 ${top}`
  return path(`M${top}${outer}${inner}Z`, colour)
}

/** Stars down to a level, thinning out towards it. */
export function stars(paper: Paper, level: number, count: number): string {
  const { random, width, unit } = paper
  return repeat(count, () => {
    const depth = random.next() * random.next()
    const opacity = round(random.between(0.35, 0.95))
    const size = unit * random.between(0.0016, 0.0052)
    return circle(random.between(0, width), depth * level, size, '#FFFFFF', `opacity="${opacity}"`)
  })
}

/** A few birds far away, each two strokes of the scissors. */
export function birds(paper: Paper, around: Point, count: number): string {
  const { random, unit, palette } = paper
  return repeat(count, () => {
    const span = unit * random.between(0.016, 0.032)
    const x = around[0] + unit * random.between(-0.17, 0.17)
    const y = around[1] + unit * random.between(-0.07, 0.07)
    const wing = `q${round(span * 0.45)} ${round(-span * 0.62)} ${round(span)} 0q${round(span * 0.55)} ${round(-span * 0.62)} ${round(span)} 0`
    const back = `q${round(-span * 0.5)} ${round(-span * 0.3)} ${round(-span)} ${round(span * 0.22)}q${round(-span * 0.5)} ${round(-span * 0.52)} ${round(-span)} ${round(-span * 0.22)}Z`
    return path(`M${round(x - span)} ${round(y)}${wing}${back}`, palette.dark, 'opacity=".8"')
  })
}
