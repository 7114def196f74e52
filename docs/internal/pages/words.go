package pages

import "example.com/eightqueens/docs/internal/language"

// words are all texts of the pages and of the scripts. Backquotes make code.
var words = map[string]language.Text{
	// every page
	"title":    {"8퀸", "Eight queens"},
	"contents": {"차례", "Contents"},
	"skip":     {"본문으로 건너뛰기", "Skip to the text"},
	"previous": {"이전", "Previous"},
	"next":     {"다음", "Next"},

	// contents
	"lead": {
		"퀸 8개를 서로 공격하지 않게 놓는 방법은 92가지입니다. 프로그램 다섯 개로 그 92가지를 모두 찾습니다.",
		"Eight queens can stand in 92 ways so that no two attack each other. Five programs lead to all of them.",
	},
	"chapters": {"장", "Chapters"},
	"watch":    {"재귀를 한 걸음씩", "Recursion, step by step"},
	"watchLead": {
		"이 폴더에 있는 `main.go`를 그대로 실행하며 한 줄씩 따라갑니다. 파일을 고치고 새로 고침하면 고친 프로그램을 따라갑니다.",
		"Follow the very `main.go` of this folder, line by line, as it runs. Change the file, reload, and you follow the changed program.",
	},

	// chapters and source
	"source":      {"소스", "Source"},
	"openStepper": {"한 걸음씩 실행하기", "Step through it"},
	"theme":       {"밝게 또는 어둡게", "Light or dark"},
	"stepperCall": {
		"`set`이 자신을 부를 때와 돌아올 때 무슨 일이 일어나는지, 체스판과 표시와 호출을 보며 한 줄씩 따라갑니다.",
		"See what happens when `set` calls itself and when it returns: line by line, with the board, the flags and the calls.",
	},
	"otherFiles": {"이 단계의 다른 파일", "The other files of this stage"},
	"places":     {"이 페이지의 차례", "On this page"},
	"copy":       {"복사", "Copy"},
	"copied":     {"복사했습니다.", "Copied."},

	// errors
	"notFound":    {"이 주소에는 페이지가 없습니다.", "There is no page at this address."},
	"noSuchStage": {"{stage} 단계는 없습니다.", "There is no stage {stage}."},
	"badN": {
		"이 단계는 n을 1부터 {max}까지만 따라갑니다. 더 크면 걸음이 너무 많아집니다. 쓸 수 없는 값입니다: n = {n}.",
		"This stage is traced for n from 1 to {max}, since larger boards take too many steps. n = {n} is not among them.",
	},
	"badStep": {"걸음은 1 이상의 수입니다. 쓸 수 없는 값입니다: {step}.", "A step is a number from 1 on. {step} is not."},
	"outsideLink": {
		"{file} 파일은 절대 경로나 이 폴더 밖을 가리키는 링크여서 읽지 않습니다. 링크 대신 파일을 그 자리에 복사합니다.",
		"{file} is a link with an absolute path or out of this folder, which is not followed. Copy the file there instead.",
	},
	"unreadable": {"파일을 읽지 못했습니다. {reason}", "A file cannot be read: {reason}"},
	"failed":     {"페이지를 만들지 못했습니다. {reason}", "The page could not be made: {reason}"},
	"toStart":    {"처음으로", "To the beginning"},

	// stepper: frame
	"noScript": {
		"자바스크립트가 꺼져 있어 한 걸음씩 실행할 수 없습니다. 소스는 읽을 수 있습니다.",
		"Stepping needs JavaScript, which is switched off. The source can be read all the same.",
	},
	"readChapter": {"이 단계의 장을 읽습니다.", "Read the chapter of this stage."},
	"stage":       {"{number}단계", "Stage {number}"},
	"chapter":     {"이 단계의 장", "Chapter of this stage"},
	"queens":      {"퀸의 수 n", "Queens, n"},
	"loading": {
		"프로그램을 컴파일하고 실행하고 있습니다. 몇 초 걸립니다.",
		"The program is being compiled and run. This takes a few seconds.",
	},
	"loadingFile": {"기록을 읽고 있습니다.", "The recorded run is being read."},
	"moments":     {"궁금한 순간", "Moments"},
	"momentCall": {
		"`set`이 자신을 부르면 어떻게 됩니까?",
		"What happens when `set` calls itself?",
	},
	"momentReturn":  {"`{call}` 호출이 끝나면 어떻게 됩니까?", "What happens after `{call}` returns?"},
	"momentRefused": {"칸은 언제 거절됩니까?", "When is a square refused?"},
	"momentDead":    {"막다른 길에서는 어떻게 합니까?", "What happens at a dead end?"},

	// stepper: panes
	"board":    {"체스판", "Board"},
	"legend":   {"● true   ○ false", "● true   ○ false"},
	"stale":    {"줄을 그은 값: 지금 열린 호출이 쓴 값이 아닙니다.", "Crossed: a value that no open call has written."},
	"noBoard":  {"지금은 `pos`가 없어 체스판을 그릴 수 없습니다.", "There is no `pos` now, so no board to draw."},
	"orphan":   {"점선 테두리: 퀸은 없는데 표시가 지워지지 않았습니다. 그래서 이곳은 계속 막혀 있습니다.", "Dashed: no open call keeps a queen there, yet the mark was never taken back. So the place stays blocked."},
	"calls":    {"열린 호출", "Open calls"},
	"running":  {"실행 중", "running"},
	"waits":    {"{line}번째 줄에서 기다림", "waits at line {line}"},
	"isGone":   {"끝나고 돌아감", "has returned"},
	"waitHere": {"기다리는 호출 {count}개", "{count} waiting here"},
	"tree":     {"호출 나무", "Tree of calls"},
	"treeLead": {"칸 안의 수는 이 호출을 부른 곳의 j입니다.", "The number is the caller's j."},
	"treeCall": {
		"`{call}` 호출, 부른 곳의 j = {j}, 찾은 배치 {found}개",
		"`{call}`, the caller's j = {j}, placements found: {found}",
	},
	"earlier": {"앞서 {count}개", "{count} earlier"},
	"output":  {"출력", "Output"},
	"nothing": {"아직 출력이 없습니다.", "Nothing is printed yet."},
	"true":    {"참", "true"},
	"false":   {"거짓", "false"},

	// stepper: what happened
	"statement":     {"이제 {line}번째 줄을 실행합니다. {code}", "Line {line} is about to run. {code}"},
	"conditionTrue": {"{line}번째 줄의 조건은 참입니다. {code}", "The condition of line {line} is true. {code}"},
	"conditionFalse": {
		"{line}번째 줄의 조건은 거짓입니다. {code}",
		"The condition of line {line} is false. {code}",
	},
	"turn":     {"{line}번째 줄의 반복문이 다음 차례를 시작합니다. {code}", "The loop of line {line} takes its next turn. {code}"},
	"noTurn":   {"{line}번째 줄의 반복문이 끝났습니다. 남은 차례가 없습니다.", "The loop of line {line} is over: it has no more turns."},
	"start":    {"프로그램이 시작됩니다.", "The program starts."},
	"called":   {"`{call}` 호출이 시작됩니다. 이를 부른 `{caller}` 호출은 {line}번째 줄에서 기다립니다.", "`{call}` is called. Its caller, `{caller}`, waits at line {line}."},
	"found":    {"배치를 찾았습니다: `{placement}` ({number}번째)", "A placement is found: `{placement}` (number {number})."},
	"returned": {"`{call}` 호출이 끝나 `{caller}` 호출의 {line}번째 줄로 돌아왔습니다.", "`{call}` returned to line {line} in `{caller}`."},
	"again":    {"여기서는 다시 {locals}입니다.", "Here {locals} again."},
	"ahead":    {"다음은 {line}번째 줄입니다. {code}", "Next comes line {line}. {code}"},
	"over":     {"프로그램이 끝났습니다. 찾은 배치는 {count}개입니다.", "The program is over. Placements found: {count}."},

	// stepper: how a trace ends
	"endPanic":  {"이 프로그램은 {line}번째 줄에서 패닉으로 끝납니다. 그 앞까지 따라갈 수 있습니다. `{message}`", "This program ends in a panic at line {line}. You can follow it up to there. `{message}`"},
	"endExit":   {"이 프로그램은 스스로 실패로 끝납니다. `{message}`", "This program ends itself with a failure. `{message}`"},
	"endSteps":  {"걸음이 너무 많아 처음 {steps}걸음만 기록했습니다.", "There are too many steps. The first {steps} are recorded."},
	"endDepth":  {"호출이 너무 깊어져 기록을 멈췄습니다. 끝나지 않는 재귀인지 살펴봅니다.", "The calls went too deep, and recording stopped. Look for a recursion without an end."},
	"endOutput": {"출력이 너무 많아 기록을 멈췄습니다.", "Too much was printed, and recording stopped."},
	"endTime":   {"시간이 너무 오래 걸려 기록을 멈췄습니다. 끝나지 않는 반복문인지 살펴봅니다.", "The run took too long, and recording stopped. Look for a loop without an end."},
	"noSteps":   {"기록된 걸음이 없습니다.", "No step was recorded."},
	"pastEnd":   {"{step}번째 걸음은 없습니다. 이 실행은 {last}걸음입니다. 마지막 걸음을 보입니다.", "There is no step {step}: this run has {last} steps. The last one is shown."},
	"broken":    {"이 프로그램은 컴파일되지 않습니다. 컴파일러가 알려 준 줄을 고치고 저장한 다음 새로 고칩니다.", "This program does not compile. Mend the lines that the compiler names, save, and reload."},
	"untraceable": {
		"이 프로그램은 컴파일되지만 한 걸음씩 따라갈 수 없습니다.",
		"This program compiles, but it cannot be followed step by step.",
	},
	"notExported": {"이 페이지들에는 그 n의 기록이 없습니다. n = {list} 가운데에서 고릅니다.", "These pages hold no run for that n. Choose n = {list}."},
	"unreachable": {
		"프로그램을 따라갈 수 없습니다. 터미널에서 `go run ./docs`가 아직 실행 중인지 확인합니다.",
		"The program cannot be followed. See whether `go run ./docs` still runs in the terminal.",
	},

	// stepper: controls
	"controls":   {"재생", "Playing"},
	"step":       {"한 걸음", "Step"},
	"back":       {"뒤로", "Back"},
	"stepOver":   {"호출 건너뛰기", "Over the call"},
	"toReturn":   {"돌아올 때까지", "To the return"},
	"placeNext":  {"다음 배치", "Next placement"},
	"placeBack":  {"이전 배치", "Previous placement"},
	"play":       {"재생", "Play"},
	"pause":      {"멈춤", "Pause"},
	"speed":      {"빠르기", "Speed"},
	"perSecond":  {"초당 {count}걸음", "{count} a second"},
	"slower":     {"더 느리게", "Slower"},
	"faster":     {"더 빠르게", "Faster"},
	"first":      {"첫 걸음", "First step"},
	"last":       {"마지막 걸음", "Last step"},
	"position":   {"걸음", "Step"},
	"positionOf": {"{last}걸음 가운데 {step}번째", "step {step} of {last}"},
	"help":       {"도움말", "Help"},
	"close":      {"닫기", "Close"},
	"keys":       {"단축키", "Keys"},
	"helpEdit": {
		"`{stage}/main.go`를 고치고 저장한 다음 이 페이지를 새로 고치면, 고친 프로그램을 따라갑니다.",
		"Change `{stage}/main.go`, save it, reload this page, and you follow the changed program.",
	},
	"helpLink": {
		"주소에는 단계와 n과 걸음이 들어 있습니다. 주소를 보내면 받는 사람도 같은 걸음을 봅니다.",
		"The address holds the stage, n and the step. Whoever opens it sees the same step.",
	},
	"helpColors": {
		"굵은 테두리와 ▶는 지금 실행하는 곳, 바탕이 칠해진 값은 방금 바뀐 것, 초록색 퀸은 찾은 배치입니다. 테두리가 있는 칸은 지금 줄이 읽는 곳입니다.",
		"A bold frame and ▶ stand where the program runs, a shaded value has just changed, green queens are a placement. An outlined place is one that the line reads.",
	},

	"view":      {"보기", "View"},
	"showCode":  {"소스 보이기", "Show the source"},
	"showState": {"체스판 보이기", "Show the board"},
	"showCalls": {"호출 보이기", "Show the calls"},
	"present":   {"칠판에 크게", "Large, for the wall"},

	// stepper: prediction
	"predict":       {"예상하기", "Predict"},
	"score":         {"맞힌 수 {right}/{asked}", "{right} of {asked} right"},
	"askCondition":  {"예상해 봅니다. {line}번째 줄의 조건은 참입니까, 거짓입니까? {code}", "Predict: is the condition of line {line} true or false? {code}"},
	"askLine":       {"예상해 봅니다. 다음에는 어느 줄을 실행합니까?", "Predict: which line runs next?"},
	"onlyReturns":   {"돌아올 때만 묻기", "Only at returns"},
	"nextQuestion":  {"다음 질문", "Next question"},
	"showAnswer":    {"답 보기", "Show the answer"},
	"right":         {"맞았습니다.", "Right."},
	"wrong":         {"아닙니다.", "Not so."},
	"shown":         {"답은 이렇습니다.", "This is the answer."},
	"whyCall":       {"그 줄의 호출은 방금 끝났습니다. 같은 호출을 다시 하지 않고 그다음으로 갑니다.", "The call on that line is just over. It is not made again: what follows it comes next."},
	"whyTop":        {"그 줄은 새 호출이 시작하는 곳입니다. {caller} 호출은 기다리던 곳에서 이어집니다.", "A new call begins there. {caller} goes on where it waited."},
	"whyReport":     {"그 줄은 마지막 열에서만 실행합니다. {caller} 호출의 열은 마지막이 아닙니다.", "Only the last column comes to that line, and {caller} has another."},
	"whyEnd":        {"{caller} 호출이 아직 끝나지 않았습니다.", "{caller} is not over yet."},
	"option":        {"{line}번째 줄", "line {line}"},
	"answerTrue":    {"참이라고 답하기", "Answer true"},
	"answerFalse":   {"거짓이라고 답하기", "Answer false"},
	"answerLine":    {"줄을 골라 답하기", "Answer with a line"},
	"helpPredict":   {"예상하기를 켜면 `set`의 조건마다, 그리고 호출이 돌아올 때마다 먼저 묻습니다. 소스의 줄을 눌러서 답해도 됩니다. 답하지 않고 넘어가려면 ↓를 누릅니다.", "With Predict on, you are asked at each condition of `set` and after each return. You may also answer with a press on a line of the source. ↓ passes without an answer."},
	"predictSwitch": {"예상하기 켜고 끄기", "Predict on or off"},
}
