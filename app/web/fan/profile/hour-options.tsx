const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The hours of a day, as options of a select. */
export function HourOptions() {
  return HOURS.map((hour) => (
    <option key={hour} value={hour}>
      {clock(hour)}
    </option>
  ))
}
