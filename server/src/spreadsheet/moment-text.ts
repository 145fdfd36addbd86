/** Prints moments as `2026-03-10 20:00:00` of a zone, with the zone's offset; UTC for a zone that nobody knows. */
export function printerOf(timeZone: string | undefined): (moment: Date) => string {
  const zone = timeZone !== undefined && isZone(timeZone) ? timeZone : 'UTC'
  const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  let known = { from: Number.NaN, ms: 0, text: '' }
  return (moment) => {
    // Offsets change on a quarter of an hour, and asking for one takes longer than all the rest of a row.
    const from = Math.floor(moment.getTime() / 900_000)
    if (from !== known.from) {
      const name = offset
        .formatToParts(moment)
        .find((part) => part.type === 'timeZoneName')!
        .value.slice(3)
      const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):(\d\d)/.exec(name) ?? []
      known = { from, ms: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000, text: name === '' ? '+00:00' : name }
    }
    return `${new Date(moment.getTime() + known.ms).toISOString().slice(0, 19).replace('T', ' ')} ${known.text}`
  }
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
