// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryPendingWalletTest is AgentViewGuard {
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.pendingWallet, (id));
    }

    function test_GivenNoWalletIsProposed() public view {
        assertEq(registry.pendingWallet(agentId), address(0));
    }

    function test_GivenAWalletIsProposed() public {
        offerWallet(agentId, stranger.addr);
        assertEq(registry.pendingWallet(agentId), stranger.addr);
        assertEq(registry.pendingWallet(registerChild(agentId, "child")), address(0), "of this agent alone");
    }

    function test_GivenTheProposalWasTakenBack() public {
        offerWallet(agentId, stranger.addr);
        offerWallet(agentId, address(0));
        assertEq(registry.pendingWallet(agentId), address(0));
    }

    function test_GivenTheWalletAccepted() public {
        replaceWallet(agentId, stranger.addr);
        assertEq(registry.pendingWallet(agentId), address(0));
    }

    function test_GivenTheAgentWasHandedOver() public {
        offerWallet(agentId, stranger.addr);
        handOver(agentId, makeActor("successor").addr);
        assertEq(registry.pendingWallet(agentId), address(0));
    }

    function test_GivenTheHaftungspersonRefusedMeanwhile() public {
        offerWallet(agentId, stranger.addr);
        send(haftungsperson, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        assertEq(registry.pendingWallet(agentId), stranger.addr);
    }

    function test_GivenTheAgentEndedMeanwhile() public {
        offerWallet(agentId, stranger.addr);
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertEq(registry.pendingWallet(agentId), stranger.addr);
    }
}
