/**
 * Blocks the first room, or room $4, from the instant $1 to $2, with the note $3 for visitors: a
 * block for each studio day.
 */
export const BLOCK_SPAN = `
  INSERT INTO blocks (studio_id, first_day, last_day, from_minute, to_minute, reason, visitor_note)
  SELECT coalesce($4::int, 1), d::date, d::date,
    (extract(epoch FROM greatest(s.starts, d) - d) / 60)::int,
    (extract(epoch FROM least(s.ends, d + interval '1 day') - d) / 60)::int, $3::text, $3::text
  FROM (SELECT $1::timestamptz AT TIME ZONE 'Asia/Kuala_Lumpur' AS starts, $2::timestamptz AT TIME ZONE 'Asia/Kuala_Lumpur' AS ends) AS s,
    generate_series(date_trunc('day', s.starts), s.ends - interval '1 microsecond', interval '1 day') AS d`
