# The headline job, for jq and gojq.
.version = 3
| if has("body") then .text = .body | del(.body) else . end
| if has("priority") then . else .priority = 0 end
| if has("status") then
    .status |= ({"todo": "pending", "doing": "active", "done": "completed"}[.] // .)
  else . end
| del(.legacyFlag)
| if has("name") then
    (.name | index(" ")) as $space
    | .firstName = .name[:$space] | .lastName = .name[$space + 1:] | del(.name)
  else . end
