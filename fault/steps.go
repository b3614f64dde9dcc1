package fault

import "strings"

// stepperNames are the programs that do many things at one call, by their nature: a
// refusal of one of them tells nothing of those before.
var stepperNames = map[string]bool{
	"make": true, "kapp": true, "helmfile": true, "ansible": true, "ansible-playbook": true, "terraform": true, "tofu": true, "terragrunt": true, "pulumi": true, "cdk": true, "sam": true, "serverless": true, "sls": true,
	"skaffold": true, "kustomize": true, "docker-compose": true, "vagrant": true, "just": true, "rake": true, "gradle": true, "gradlew": true, "mvn": true, "fab": true, "xargs": true, "parallel": true,
	"elasticdump": true, "flyway": true, "liquibase": true, "alembic": true, "argocd": true, "flux": true, "salt": true, "puppet": true, "chef-client": true, "copilot": true, "eksctl": true, "nx": true, "lerna": true,
}

// stepNames are the words by which other programs are asked for many things.
var stepNames = map[string]bool{
	"deploy": true, "migrate": true, "apply": true, "provision": true, "up": true, "destroy": true, "import": true, "restore": true, "bulk": true, "seed": true, "batch": true, "rollout": true, "bootstrap": true,
}

// scriptEndNames are how the names of scripts end.
var scriptEndNames = [...]string{".sh", ".bash", ".ps1", ".bat"}

// manySteps says whether a command line may do several things, one after the other,
// of which an earlier one may change something. One program that only said that it
// may not was turned away at its first step.
func manySteps(line string, turned bool) bool {
	if line == "" || harmless(line) {
		return false
	}
	acting := 0
	for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ';' || r == '&' || r == '\n' || r == '|' }) {
		words := strings.Fields(part)
		if len(words) == 0 || words[0] == "cd" || words[0] == "export" || words[0] == "set" || words[0] == "source" {
			continue
		}
		if harmlessPart(words) {
			continue
		}
		if acting++; !turned && steps(words) {
			return true
		}
	}
	return acting > 1
}

// steps says whether one command of a line is a script, or one of those that do many
// things.
func steps(words []string) bool {
	for len(words) > 1 && (words[0] == "sudo" || words[0] == "time" || words[0] == "env" || words[0] == "npx" || strings.Contains(words[0], "=")) {
		words = words[1:]
	}
	name := words[0][strings.LastIndexByte(words[0], '/')+1:]
	if stepperNames[name] {
		return true
	}
	switch name {
	case "npm", "yarn", "pnpm", "bun": // scripts by their names
		if len(words) > 1 && (words[1] == "run" || words[1] == "start" || words[1] == "restart" || words[1] == "exec") {
			return true
		}
	}
	for i, word := range words[:min(len(words), 3)] {
		if i > 0 && stepNames[word] {
			return true
		}
		for _, end := range scriptEndNames {
			if strings.HasSuffix(word, end) && (i == 0 || name == "bash" || name == "sh" || name == "zsh" || name == "source" || name == "." || name == "pwsh") {
				return true
			}
		}
	}
	return false
}
