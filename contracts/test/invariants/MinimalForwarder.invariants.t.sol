// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ForwarderHandler} from "./ForwarderHandler.sol";
import {InvariantTest} from "./InvariantTest.sol";

contract MinimalForwarderInvariants is InvariantTest {
    ForwarderHandler internal handler;

    function setUp() external {
        handler = new ForwarderHandler();
        drive(address(handler), operations());
    }

    function invariant_EveryRequestEndsAsItMust() external view {
        assertEq(handler.surprise(), "");
    }

    function invariant_ANonceMovesByOnePerSuccessAndNeverOtherwise() external view {
        address[] memory people = handler.people();
        for (uint256 i = 0; i < people.length; ++i) {
            assertEq(handler.nonceOf(people[i]), handler.requestsRun(people[i]));
        }
        assertEq(handler.nonceOf(address(0)), 0);
    }

    function invariant_ARequestRunsAtMostOnce() external view {
        assertEq(handler.targetCalls(), handler.runsInAll());
    }

    function invariant_TheForwarderKeepsNoEther() external view {
        (uint256 kept, uint256 forwarded) = handler.balances();
        assertEq(kept, 0);
        assertEq(forwarded, handler.etherForwarded());
    }

    /// The invariants say little unless the handler gets everywhere: a fixed run of it must.
    function test_TheHandlerReachesEverything() external {
        runFixed(address(handler), operations(), 500);
        for (uint256 kind = 0; kind < 11; ++kind) {
            assertTrue(handler.ofKind(kind) >= 10, string.concat("hardly ever drawn: ", vm.toString(kind)));
        }
        assertTrue(handler.etherForwarded() > 0, "no ether forwarded");
        assertEq(handler.surprise(), "");
    }

    function operations() private view returns (bytes4[] memory selectors) {
        selectors = new bytes4[](3);
        selectors[0] = handler.executeOne.selector;
        selectors[1] = handler.executeMany.selector;
        selectors[2] = handler.passTime.selector;
    }
}
