-- What each element was, from when until when.
--
-- Definitions
--   An element is read after the event that named it, so its first version stands for all time before, too.
--   The words of a name are lower case, without the punctuation that a synthesiser leaves out, as in utterance_words.
--   A table, not a view: no number changes it, and it is joined by element and time, which needs its index.
-- Parameters: none
-- Columns:
--   element_id         id in element
--   from_ns            ns since the session's start; the first version's is -4611686018427387904
--   until_ns           ns since the session's start, exclusive; the last version's is 4611686018427387904
--   role               as AT-SPI names it
--   name               accessible name
--   description        accessible description
--   accessible_id      accessible id
--   has_action         1: it has an action
--   is_editable        1: its text can be edited
--   is_multi_line      1: its text can have several lines
--   parent_element_id  id in element, of its parent; NULL where it is not known
--   was_renamed        1: the name differs from the version's before
--   name_words         words of the name
--   description_words  words of the description
-- Order: none
CREATE TEMP TABLE element_at AS
SELECT
  element_id,
  -- The casts give the columns an affinity, without which their index is of no use for what is compared with them.
  CAST(CASE WHEN lag(time_ns) OVER version IS NULL THEN -4611686018427387904 ELSE time_ns END AS INTEGER) AS from_ns,
  CAST(lead(time_ns, 1, 4611686018427387904) OVER version AS INTEGER) AS until_ns,
  role.value AS role, name.value AS name, description.value AS description, accessible_id.value AS accessible_id,
  coalesce(actions.value, '[]') <> '[]' AS has_action,
  coalesce(instr(states.value, '"editable"') > 0, 0) AS is_editable,
  coalesce(instr(states.value, '"multi-line"') > 0, 0) AS is_multi_line, parent_element_id,
  lag(name.value) OVER version IS NOT NULL AND lag(name.value) OVER version IS NOT name.value AS was_renamed,
  trim(replace(replace(replace(replace(replace(replace(
    lower(name.value), '.', ''), ',', ''), ':', ''), ';', ''), '!', ''), '?', '')) AS name_words,
  trim(replace(replace(replace(replace(replace(replace(
    lower(description.value), '.', ''), ',', ''), ':', ''), ';', ''), '!', ''), '?', '')) AS description_words
FROM element_version
LEFT JOIN string AS role ON role.id = role_id
LEFT JOIN string AS name ON name.id = name_id
LEFT JOIN string AS description ON description.id = description_id
LEFT JOIN string AS accessible_id ON accessible_id.id = accessible_id_id
LEFT JOIN string AS states ON states.id = states_id
LEFT JOIN string AS actions ON actions.id = actions_id
WINDOW version AS (PARTITION BY element_id ORDER BY time_ns, element_version.id);
CREATE INDEX temp.element_at_by_element ON element_at (element_id, from_ns);
