import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { movedOrder } from './moved-order.ts'

/** A finger that rests this long on a tile lifts it; one that moves before scrolls the page. */
const HOLD_MS = 250
/** A mouse that moves this far with its button down drags, and clicks no more. */
const SLOP_PX = 6

type Lift = { tile: HTMLElement; id: string; pointerId: number; x: number; y: number; lifted: boolean; timer?: number }

/**
 * Moves the tiles of a list by pointer: mouse, pen or finger. Each tile has its id as `data-medium`. `onOrder` gets the whole new order when
 * a tile is let go on another one; without it nothing moves. Esc or a lost pointer ends the drag without a change.
 */
export function useTileDrag(ids: readonly string[], onOrder: ((order: string[], moved: string) => void) | undefined) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)

  const drop = useEffectEvent((moved: string, target: string) => onOrder?.(movedOrder(ids, moved, target), moved))
  const isOn = useEffectEvent(() => onOrder !== undefined)

  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    let lift: Lift | null = null
    // The click that follows a drag opens no menu.
    let justDragged = false

    function targetAt(x: number, y: number): string | null {
      const tiles = [...element!.querySelectorAll<HTMLElement>('[data-medium]')]
      const found = tiles.find((tile) => {
        const box = tile.getBoundingClientRect()
        return tile !== lift?.tile && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
      })
      return found?.dataset.medium ?? null
    }
    function end() {
      if (!lift) return
      window.clearTimeout(lift.timer)
      lift.tile.style.translate = ''
      lift = null
      setDragged(null)
      setOver(null)
    }
    function raise(one: Lift) {
      if (lift !== one) return
      one.lifted = true
      one.tile.setPointerCapture(one.pointerId)
      setDragged(one.id)
    }
    function down(event: PointerEvent) {
      justDragged = false
      const from = event.target as Element
      const tile = from.closest<HTMLElement>('[data-medium]')
      // The open menu of a tile is no handle.
      if (!tile || !isOn() || event.button !== 0 || from.closest('.menu-items')) return
      end()
      const { pointerId, clientX: x, clientY: y } = event
      const one: Lift = { tile, id: tile.dataset.medium!, pointerId, x, y, lifted: false }
      lift = one
      if (event.pointerType !== 'mouse') one.timer = window.setTimeout(() => raise(one), HOLD_MS)
    }
    function move(event: PointerEvent) {
      if (lift?.pointerId !== event.pointerId) return
      const [x, y] = [event.clientX - lift.x, event.clientY - lift.y]
      if (!lift.lifted) {
        if (Math.hypot(x, y) <= SLOP_PX) return
        if (event.pointerType !== 'mouse') return end()
        raise(lift)
      }
      lift.tile.style.translate = `${x}px ${y}px`
      setOver(targetAt(event.clientX, event.clientY))
    }
    function up(event: PointerEvent) {
      if (lift?.pointerId !== event.pointerId) return
      const { id, lifted } = lift
      const target = lifted ? targetAt(event.clientX, event.clientY) : null
      justDragged = lifted
      end()
      if (target) drop(id, target)
    }
    function click(event: MouseEvent) {
      if (justDragged) event.preventDefault()
      justDragged = false
    }
    // A long touch lifts the tile, and offers nothing else; then the finger moves the tile, not the page.
    const preventWhileDown = (event: Event) => {
      if (lift && (event.type !== 'touchmove' || lift.lifted) && event.cancelable) event.preventDefault()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end()
    }
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('pointerdown', down, { signal })
    element.addEventListener('pointermove', move, { signal })
    element.addEventListener('pointerup', up, { signal })
    element.addEventListener('pointercancel', end, { signal })
    element.addEventListener('click', click, { signal, capture: true })
    element.addEventListener('contextmenu', preventWhileDown, { signal })
    // The browser would drag a picture itself.
    element.addEventListener('dragstart', preventWhileDown, { signal })
    element.addEventListener('touchmove', preventWhileDown, { signal, passive: false })
    document.addEventListener('keydown', escape, { signal })
    return () => {
      end()
      stop.abort()
    }
  }, [])
  return { list, dragged, over }
}
