// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryPendingHaftungspersonTest is AgentViewGuard {
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.pendingHaftungsperson, (id));
    }

    function test_GivenNobodyIsProposed() public view {
        assertEq(registry.pendingHaftungsperson(agentId), address(0));
    }

    function test_GivenSomebodyIsProposed() public {
        propose(stranger.addr);
        assertEq(registry.pendingHaftungsperson(agentId), stranger.addr);
        assertEq(registry.pendingHaftungsperson(registerChild(agentId, "child")), address(0), "of this agent alone");
    }

    function test_GivenTheProposalWasTakenBack() public {
        propose(stranger.addr);
        propose(address(0));
        assertEq(registry.pendingHaftungsperson(agentId), address(0));
    }

    function test_GivenTheProposedOneTookOver() public {
        handOver(agentId, stranger.addr);
        assertEq(registry.pendingHaftungsperson(agentId), address(0));
    }

    function test_GivenTheAgentEndedMeanwhile() public {
        propose(stranger.addr);
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertEq(registry.pendingHaftungsperson(agentId), stranger.addr);
    }

    function propose(address proposal) private {
        send(wallet, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, proposal)));
    }
}
