# The headline job, for jq and gojq.
.version = 3
| if has("body") then .text = .body | del(.body) else . end
| if has("priority") then . else .priority = 0 end
| if has("status") then
    .status |= ({"todo": "pending", "doing": "active", "done": "completed"}[.] // .)
  else . end
| del(.legacyFlag)
| if has("name") then
    # Not by `index`, which counts bytes in jq 1.6.
    (.name | split(" ")) as $parts
    | .firstName = $parts[0] | .lastName = ($parts[1:] | join(" ")) | del(.name)
  else . end
