import { ownHouse } from './own-house'

const SECOND_ROOM = `
  UPDATE studios SET name = 'Amber Room';
  INSERT INTO studios (name, description, picture, translations, position) VALUES ('Teal Room',
    'Four seats and a view of the towers.', '/pictures/lights-1280.webp',
    '{"zh": {"name": "青室", "description": "四个座位，可望双塔。"}}', 9);
  INSERT INTO service_rooms (service_id, studio_id)
    SELECT services.id, studios.id FROM services, studios
    WHERE services.position = 1 AND NOT is_add_on AND studios.name = 'Teal Room'`

/** Tests on a site with two rooms, of which the first service has both; `more` is further SQL. */
export const twoRooms = (more = '') => ownHouse((sql) => sql.query(`${SECOND_ROOM};${more}`))
