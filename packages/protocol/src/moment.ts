const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;

/** A day or a time by ISO 8601; without a zone it is UTC. Undefined if the text is neither. */
export function findMoment(text: string): Date | undefined {
  const isDay = DAY.test(text);
  if (!isDay && !TIME.test(text)) return undefined;
  const moment = new Date(isDay || /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`);
  return !Number.isNaN(moment.getTime()) && isInCalendar(text.slice(0, 10)) ? moment : undefined;
}

/** `Date` would take a day beyond the end of a month for one of the next month. */
function isInCalendar(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}
